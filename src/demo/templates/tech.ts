/** Software, gadgets, games, cars. */
export const tech = `
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
`;
