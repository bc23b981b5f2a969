/** Family, friends, kitchens, messages. */
export const everyday = `
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
`;
