/** Sentences in which a word that is often a name is only a word: may, apple, turkey, polish, will. */
export const lookAlikes = `
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
`;
