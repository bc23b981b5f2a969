/** Matches, transfers, races, records. */
export const sport = `
{club} beat {club} {score} at home on {weekday} night.
{club} striker {person} limped off after {n} minutes and will miss the trip to {city}.
A late goal by {last} gave {club} <all three points|a draw they hardly deserved|their first win since {month}>.
{person} (<{country}|{region}>) won the {n}-kilometre race ahead of {person} and {person}.
Having lost to {club}, {club} and {club}, the team sacked its coach.
The transfer of {person} from {club} to {club} is <off|back on|as good as done>.
"I never liked playing against {club}," {last} admitted.
What a save by {last}!
Fans of {club} travelled {n} hours by bus to {city} and found the gates <locked|unguarded|under water>.
{last} served {n} aces to knock out {last} in front of a silent crowd in {city}.
Next season {club} will play in shirts paid for by {company}.
Coached by {person}, the women's side of {club} has not lost since {month}.
The final between {club} and {club} will be held near {site}.
No rower from {country} had ever finished ahead of one from {country} until {person} crossed the line this morning.
By half-time the stand had run out of {grocery}, {grocery} and patience.
Injured: {last}, {last}. Suspended: {last}.
`;
