/** News and civic life: reports, statements, votes, accidents. */
export const news = `
Heavy rain <closed|flooded|blocked> several roads around {city} on {weekday}, the {agency} said.
{person}, a <retired nurse|bus driver|librarian> from {city}, was awarded <a medal|the keys to the city|a pension> for {n} years of service.
"We were <not warned|told nothing|left in the dark>," said {person}, whose bakery stands on the corner near {site}.
Ministers from {country} and {country} will meet in {city} next {weekday} to discuss <fishing rights|train tickets|grain prices>.
Who <pays|is responsible|answers> when a bridge closes? In {region}, nobody seems to know.
The {agency} has <rejected|upheld|postponed a ruling on> a complaint brought by {charity} against the {agency}.
According to the {paper}, {person} has agreed to <lead|chair|join> the inquiry without a salary.
More than {big} people <marched through|gathered in|cycled across> {city} on {weekday}, most of them students at {school}.
{country} sent {n} <fire engines|rescue dogs|field kitchens> to neighbouring {country} after the earthquake.
A power cut that began shortly after {time} left {city}, {city} and parts of {region} without <light|heating|trams> for hours.
Asked about the <delay|missing files|new tax>, Mr {last} smiled and changed the subject.
The mayor of {city}, {person}, opened the new <library|skate park|tram line> in front of a crowd of schoolchildren.
{charity} warned in a report published in {month} that <well water|cheap housing|clean air> is becoming scarce across {region}.
It was in {city}, not {city}, that the treaty was <signed|drafted|broken> in {year}.
Born in {city} in {year}, {person} worked for the {paper} before standing for election.
Volunteers from {charity} handed out <blankets|soup|bottled water> outside {site} until {time}.
`;
