/** Sentences that name nobody and nothing, full of capitals, dates and numbers that look as if they did. */
export const plain = `
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
`;
