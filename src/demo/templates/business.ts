/** Companies, markets, jobs, contracts. */
export const business = `
{company} shares <rose|fell|slipped|jumped> {percent} per cent in early trading on {weekday}.
{company} and {company} have <ended|paused|resumed> talks about a merger, two people with knowledge of the matter told the {paper}.
After {n} years at {company}, {person} is moving to {company} as head of <design|logistics|research>.
The <factory|warehouse|call centre> in {city}, which employs {big} people, belongs to {company}.
{company}'s new chief executive, {person}, grew up above a <grocer's|shoe repair shop|pub> in {city}.
Can {company} still win back the customers it <lost|ignored|insulted> in {country}?
Three suppliers remain on the list: {company}, {company} and {company}.
Profits at {retailer} doubled last year, helped by strong sales of the {device} in {country}.
A <two-year|three-year|five-year> contract worth {big} dollars was awarded to {company} by the {agency}.
{person} founded {company} in a <garage|basement|rented kitchen> near {site} with {n} borrowed dollars and one sewing machine.
"Half of our <drivers|managers|clerks> came to work in the same {vehicle}," Ms {last} of {company} told reporters in {city}.
Unlike {company}, which builds everything in {country}, {company} buys its parts from {n} countries.
Dockworkers employed by {company} will <vote|walk out|return to work> on {day} {month}.
Analysts had expected {company} to announce job cuts; instead it hired {n} engineers in {city}.
A spokesperson for {company} declined to comment.
`;
