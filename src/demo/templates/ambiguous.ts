/** Sentences whose words around a name, not the name itself, say what it is. */
export const ambiguous = `
{first} flew to {country} with {first}, and came back with a sunburn.
{company} sued {last}, and {last} sued {company}.
Is {last} from {city} or from {country}?
{city} is where {company} began, but {region} is where it made its money.
The {river} is longer than {company}'s delivery routes put together.
{club} lost in {city}, and {city} did not care.
Miss {last} drove through {region} in the {vehicle} that belonged to {first}.
"{city} is <lovely|empty|unbearable> at this time of year," wrote {first} on the back of a postcard.
Once {first} had stopped <crying|laughing|sneezing>, {first} cut the cake.
Mr {last} of {company} sat beside Mr {last} of {company}.
Astronomers hope that {space} will be <visible|brightest> at {time}.
In {region} they call {first} by another name.
Teach yourself {software} in {n} days, or go to {region} and drink the coffee.
Which is colder in {month}, {space} or {city}?
First came {city}, then {city}, then a telegram from {first}.
To {first}, {grocery} tasted of home; to {last}, of nothing at all.
Boats on the {river} were hired by {company} at {n} dollars a day.
{first} signed for {club} the day after {club} sold {last}.
`;
