/** Headlines, captions, tickers and messages, some in capitals and some without any. */
export const headlines = `
upper: {city} <braces|prepares|waits> for second storm
upper: {retailer} to <open|close|rebuild> {n} stores in {country}
upper: {last} out, {last} in as {club} shake up defence
upper: win {n} <nights|days> in {city} with {company}
upper: {person}, {age}, <swims|sings|votes> again
upper: exclusive: why {first} left {city} for {country}
upper: {device} on sale {weekday}
upper: <floods|fires|strikes> in {region}: {agency} sends help
lower: anyone else having problems with {software} on the {device} today??
lower: omg {first} just met {person} at {site}
lower: selling my {device}, barely used, pick up in {city}
lower: {club} were <awful|brilliant|asleep> last night, sorry {first}
lower: who wants {grocery} and {game} at mine tonight
lower: stuck at {site} again and nobody at {company} <picks up|cares|knows why>
{company} Adds {vehicle} to Its <Delivery|Rental|Racing> Fleet
{country}, {country} Near Deal on <Wheat|Visas|Rail Link>
{person}: 'I Never Said I Would Leave {club}'
Photo: {person} on the banks of the {river}
Weather for {region}: <showers|fog|bright spells>, {day} degrees
{city}, {day} {month} – Talks between {company} and the {agency} broke down early on {weekday}.
`;
