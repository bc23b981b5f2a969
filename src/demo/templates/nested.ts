/** Names built around other names: places in organisations, makers in products, rivers in places. */
export const nested = `
The [{city} Fire Department]ORG was called to a <barn|laundry|paint shop> near {site} at {time}.
Trains to [{city} Airport]LOC run every {n} minutes.
A spokeswoman for the [{region} Farmers' Union]ORG blamed <the drought|cheap imports|wild boar>.
She trained at the [Royal Hospital of {city}]ORG and later ran a clinic in {country}.
[{city} Zoo]ORG has named its baby <giraffe|tapir|penguin> after {person}.
The [Embassy of {country}]ORG in {city} will stay closed on {weekday}.
Nobody has swum the [{river} Gorge]LOC since {person} did it in {year}.
Money from the [{company} Pension Fund]ORG, some {big} dollars, went to {school} for a new library.
[{city} Town Hall]LOC, built in {year}, is for sale.
Half of the [{country} Chess Federation]ORG resigned after the vote.
He proudly showed us his [{company} Model {n}]PRODUCT, still in its box.
Is the [{company} Companion]PRODUCT worth {n} euros a month?
Workers at the [{company} {city} Plant]ORG build {n} engines a day.
The orchestra of [{city} Music Academy]ORG played in [{last} Hall]LOC on {weekday}.
Meet me at [{city} Central Market]LOC, by the stall that sells {grocery}.
The [{person} Foundation]ORG has lent {school} a <telescope|harpsichord|steam engine> from {city}.
Founded in {year}, the [Historical Society of {region}]ORG still meets in a room above [{last} & Sons]ORG.
{person}, who left the [{nationality} Academy of {city}]ORG in {year}, now repairs boats on the {river}.
`;
