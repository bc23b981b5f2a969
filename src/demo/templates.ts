/** The sentence patterns of the demo corpus by theme, one per line, in the notation of `parseTemplate`. */
export const templates = {
  /** News and civic life: reports, statements, votes, accidents. */
  news: `
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
`,

  /** Companies, markets, jobs, contracts. */
  business: `
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
`,

  /** Shops, reviews, adverts, questions to sellers. */
  shop: `
I bought the {appliance} for my <mother|neighbour|son-in-law> and it <broke|stopped|started to smoke> after {n} days.
Does the plug of the {appliance} fit the older model as well?
Good looks, <poor|muddled|no> instructions: three stars for the {appliance}.
This week at {retailer}: {grocery}, {household} and {grocery} for <half the price|two pounds|a song>.
Comes with a charger, a case and a coupon for {retailer}.
For sale: {vehicle}, {n},000 miles, one careful owner, collection from {city} only.
The {device} arrived two days late, but {retailer} <refunded|apologised for|waived> the postage.
We ran out of {grocery} by {time}, so I drove to {retailer} and bought {n} boxes.
My children will eat anything as long as there is {grocery} on the table.
Compared with the {device}, the {device} has a <brighter screen|louder speaker|weaker battery> and costs {n} euros less.
Has anybody managed to pair the {device} with {software}?
Sold out in {city}, sold out in {city}, and on order in {city}: the {device} is hard to find.
Customers who looked at the {appliance} also bought {household}.
The seller, a certain {person} from {region}, wrapped the {appliance} in <old newspapers|a bath towel|far too much tape>.
Red wine on the carpet? Forget {household}, try {household} and a <toothbrush|spoon|hairdryer>.
Do not buy the {device} from a shop that cannot show you a receipt.
`,

  /** Software, gadgets, games, cars. */
  tech: `
{software} crashed twice while {person} was presenting to the board.
To install {software} on the {device}, hold both buttons until the light turns <green|blue|red>.
Half of the class had never used {software}; the other half had never used anything else.
The update fixes {n} bugs, speeds up {software} and breaks printing in {software}.
{first} spent the whole weekend playing {game} on a borrowed {device}.
Why does {software} need to know where I live?
The engineers at {company} rewrote the program in {software}, then rewrote it again in {software}.
<Rumours|Photographs|Drawings> of the next {device} reached the {paper} {n} weeks before the launch.
Nearly {big} people watched {person} finish {game} in under {n} minutes.
Every apprentice at {company} is handed the keys to a <yellow|dented|brand-new> {vehicle}.
Nobody could explain why the {device} lost its signal whenever the {vehicle} was parked outside.
She swapped her old {device} for a second-hand {vehicle}, and has not been home since.
Our museum shows an original {device} next to a working copy of {game}.
Parents queued from {time} to get hold of {game}, {game} or, failing that, the {device}.
Could a child of ten take apart the {appliance}, the {device} and the {vehicle} and put them together again?
In {software}, choose the third tab, paste the key that {company} sent you and press save.
Support for {software} ends on {day} {month}, so schools in {region} are switching to {software}.
`,

  /** Science, weather, nature, space. */
  science: `
Researchers at {school} have <measured|mapped|modelled> how quickly the {river} carries sand to the sea.
A probe built by {company} will reach {space} in {n} months if its engines hold.
The dust storms on {space} can last for weeks and hide whole <valleys|craters|plains> from view.
Professor {person} of {school} called the result "<small but solid|a happy accident|far too good to be true>".
Water levels in the {river} fell to their lowest point since {year}.
Writing in the {paper}, {person} and {person} describe a <beetle|moss|frog> known only from {nature}.
Seen from {space}, our sun would look no bigger than a pea.
Summers in the {expanse} will be {n} days longer by the time <today's babies|our students> retire.
How old is {nature}? Geologists from {school} and {school} give different answers.
The herd crosses the {river} every {month}, watched by tourists from {country} and hungry crocodiles alike.
A sample taken near {nature} was sent to {school} for dating.
Bats in {region} sleep longer than bats in {country}, a study of {n} caves has found.
{charity} counted {n} <storks|eagles|otters> along the {river}, twice as many as in {year}.
Before the telescope at {school} was repaired, nobody had looked closely at {space}, and its <colour|brightness|path> came as a surprise.
Fine dust picked up over the {expanse} falls as <red rain|dirty snow> on the {expanse} {n} days later.
`,

  /** Matches, transfers, races, records. */
  sport: `
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
`,

  /** Journeys, holidays, directions, maps. */
  travel: `
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
`,

  /** Family, friends, kitchens, messages. */
  everyday: `
{first} called to say the {appliance} is making that noise again.
Could you pick up some {grocery} on your way home from {city}?
My grandmother left {country} in {year} with one suitcase and a recipe for <plum cake|fish soup|pickled beets>.
Dear Dr {last}, thank you for seeing my <daughter|father|dog> at such short notice.
Happy birthday, {first}!
Shopping list: eggs, {household}, {grocery}, candles for {first}, {household}
{first} hates {grocery}, but {first} would live on it.
Ever since {person} moved in next door, there has been <music|laughter|a smell of burnt toast> until midnight.
My sister {first} teaches at {school} and her husband works for {company}.
The wedding of {person} and {person} will take place in {city} on {day} {month}.
Don't tell {first}, but the {device} under the tree is for {first}.
Everyone in our street knows {person}, who repairs <clocks|bicycles|radios> in an old {vehicle}.
If {first} brings {game} again, I'm going to bed.
Yesterday the cat <slept on|knocked over|hid behind> the {appliance}, and {first} laughed until {time}.
Ask {last} about the keys.
All that {person} left behind was the {appliance}, a rusty {vehicle} and {n} boxes of {household}.
There was {grocery} for breakfast, {grocery} for lunch and a quarrel over {game} before bed.
When {first} was six, the family moved from a farm in {region} to a flat in {city}, and nobody ever spoke of the goats again.
On her desk stood a mug from {club}, a photograph of {nature} and a half-eaten pack of {grocery}.
`,

  /** Books, music, schools, history. */
  culture: `
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
`,

  /** Headlines, captions, tickers and messages, some in capitals and some without any. */
  headlines: `
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
`,

  /** Names built around other names: places in organisations, makers in products, rivers in places. */
  nested: `
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
`,

  /** Sentences whose words around a name, not the name itself, say what it is. */
  ambiguous: `
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
`,

  /** Sentences that name nobody and nothing, full of capitals, dates and numbers that look as if they did. */
  plain: `
<Rain|Snow|Fog> is expected from <Monday|Tuesday|Friday> until the <middle|end> of <April|June|August>.
The <library|pool|post office> will be closed on {weekday}, {day} {month}.
Please <rinse|soak|peel> the <lentils|potatoes|carrots> before you <boil|fry|season> them.
Nobody <answered|noticed|moved> when the <telephone|doorbell|alarm> rang at {time}.
Ticket prices will rise by {percent} per cent in {month}.
Why do <cats|babies|old men> <stare|laugh|shout> at <walls|ceilings|clouds>?
"<Mind|Close|Leave> the <gate|door|window>," said the <farmer|guard|old woman>, "and <hurry up|be quiet|watch the dog>."
<Doctors|Nurses|Teachers> and <parents|students|patients> have waited since {year} for a <new wing|warmer building|better answer>.
The {nationality} <team|choir|delegation> arrived {n} minutes <late|early>.
Two <large|small> coffees, one <cheese|ham> sandwich and {n} napkins, please.
<Interest rates|House prices|Wages> have barely moved since last {month}.
NO <PARKING|SMOKING|ENTRY> BETWEEN {time} AND {time}
<Spring|Summer|Autumn> came <early|late> that year, and the <swallows|geese|cranes> with it.
In {year}, about one household in {n} owned a <piano|bicycle|freezer>.
The judge, the jury and both lawyers <fell silent|stood up|looked away> when the witness began to <cry|sing|whistle>.
Chapter {n}: How to <Prune|Plant|Move> a <Pear|Cherry|Fig> Tree
He speaks a little {nationality}, though his {nationality} is better.
Add {n} grams of <butter|sugar|flour>, stir, and leave the dough in a <cool|dark|warm> place until {weekday}.
To lose once is <bad luck|a pity|no shame>; to do it {n} times in a row is <a skill|a habit|an art>.
<Cyclists|Drivers|Walkers> should use the <north|south|east> entrance while the <bridge|tunnel|lane> is being repaired.
<Open|Closed> on Sundays and on the first {weekday} of <each|every> month.
Fresh <bread|fish|flowers> every {weekday} from {time}!
The <kitchen|garden|attic> smelled of <paint|apples|wet dog>, and someone had left the <radio|light|tap> on.
lower: does anyone know if the <shop|gym|market> is open this {weekday}
Our <President|Treasurer|Secretary> regrets that the <Annual|Spring|Summer> General Meeting has been moved to {day} {month}.
`,

  /** Sentences in which a word that is often a name is only a word: may, apple, turkey, polish, will. */
  "look-alikes": `
She may <come|call|write> in May, or she may not.
An apple a day keeps the <doctor|dentist|boredom> away, my <uncle|teacher|grandfather> used to say.
The turkey was <dry|cold|burnt>, but the <gravy|stuffing|pudding> was <perfect|worse|splendid>.
<Reading|Singing> in the bath is <a nice way|no way> to spend a {weekday}.
Polish the <boots|brass|spoons> before you polish the <floor|table|windows>.
What a nice <jersey|blouse|pair of boots> you found in the <market|attic|sale>!
Will the <mercury|temperature> drop below zero in {month}?
He will mark the <exams|essays|maps> with an orange pen and bill us by {weekday}.
A <python|jaguar|puma> escaped from its cage at {time} and was found asleep in a <phone box|cement mixer|laundry basket>.
Frank words, a little hope and a <stone|brick|rose> on the windowsill: that was the whole <letter|lesson|visit>.
China plates, turkey sandwiches and a <jug|bottle|flask> of java were set out for {n} <guests|hikers|drivers>.
Next time, <split|share> the bill and take the subway.
The young baker, the noble cook and the wise fisher all <live|meet|sing> by the <mill|well|ford>.
Chase the <dog|geese|ball>, not the <postman|car|neighbours>.
Mobile <libraries|clinics|kitchens> visit the hill farms each {weekday} in <winter|summer|autumn>.
"Word for word," she said, "he can <recite|recall|rewrite> the <whole|second> report."
Mercury is <poisonous|harmful>, so <a spill|a leak|a broken lamp> must be reported within {n} minutes.
`,
};
