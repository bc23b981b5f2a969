/** Books, music, schools, history. */
export const culture = `
The novel, set in {city} during the winter of {year}, follows {person}, a piano tuner with a secret.
{person}'s paintings of {nature} hang in a small museum in {city}.
At {school}, {person} studied <law|botany|theology> by day and played the trumpet by night.
Songs from {region} and {region} were <recorded|collected|translated> by {person} in {year}.
A statue of {person} was unveiled outside {school} on {weekday}.
Did {person} really write the letters found in {city}?
The exhibition moves from {city} to {city} in {month}, with {company} paying for the lorries.
Tickets for the reading by {person} can be picked up at {school}.
In chapter {n}, {last} crosses the {expanse} disguised as a priest.
Neither {person} nor {person} had read the play before the first night.
Pupils of {school} sang for Mrs {last}, who turned {age} in {month}.
Long before {country} had railways, merchants carried salt from {city} across the {expanse}.
The film stars {person} as a tired detective and {person} as the ghost who drives the {vehicle}.
Her first album sold badly in {country}, but a clip on {software} made {first} famous in {country}.
The old choir of {school} gave its last concert, and {last}, its conductor for {n} years, wept.
`;
