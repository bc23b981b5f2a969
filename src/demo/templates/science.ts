/** Science, weather, nature, space. */
export const science = `
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
`;
