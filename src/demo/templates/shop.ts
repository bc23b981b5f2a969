/** Shops, reviews, adverts, questions to sellers. */
export const shop = `
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
`;
