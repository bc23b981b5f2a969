/** Journeys, holidays, directions, maps. */
export const travel = `
We drove from {city} to {city} in <one long day|the rain|an open van>, stopping only once.
The night train leaves {city} at {time} and reaches {city} before breakfast.
Have you ever seen the sun rise over {nature}?
From {site} it is a <ten-minute|pleasant|steep> walk to the hotel where {person} wrote three novels.
Most visitors to {country} never leave {city}, which is a pity.
Last {month} {first} and {first} cycled along the {river} with a tent and {n} tins of beans.
Turn left at {site}, follow the tram tracks and ask for {last}.
The ferry to {city} sails on weekdays, the one to {city} only at weekends.
There is no <bridge|ferry|signpost> between {city} and the villages across the {river}.
Few roads in {region} are as <lonely|crooked|lovely> as the one that circles {nature}.
Our guide, {person}, spoke the languages of {country}, {country} and {country}.
Passports from {country} are no longer stamped at the border with {country}.
Crossing the {expanse} in {month} is not for beginners.
Snow fell on {site} for the first time in {n} years.
They rented an old {nationality} camper and crossed {country}, {region} and the {expanse} before the engine gave out.
Cheap rooms near {site}? Try the hostel behind the station.
`;
