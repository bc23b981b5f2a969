/**
 * The organisations of the demo corpus, commas between names, each kind for its own sort of sentence slot.
 * A name inside a name is marked: `University of [Leeds]LOC`. A "the" in front is written but is no part of the
 * name. `agency` and `paper` are for slots that have a "the" already.
 */
export const organisations = {
  company: `
    Apple, Amazon, Ford, Mercedes, Mars, Mercury, Lincoln, Jaguar, Puma, Shell, Orange, Target, Gap, Visa,
    Subway, Boots, Next, Oracle, Meta, Morgan, Chase, Heinz, Ferrari, Honda, Suzuki, Bosch, Disney, Tesla,
    Kellogg, Austin, Toyota, Nokia, Sony, Siemens, Philips, Dell, Canon, Nintendo, Samsung, Lego, Ikea, Bayer,
    Nestlé, Danone, Unilever, L'Oréal, Volvo, Renault, Skoda, Fiat, Peugeot, Hyundai, Kia, Nissan, Mazda,
    Subaru, Boeing, Airbus, Embraer, Ericsson, Panasonic, Toshiba, Hitachi, Fujitsu, Lenovo, Huawei, Xiaomi,
    Acer, Asus, Garmin, Fitbit, Bose, Yamaha, Casio, Seiko, Nikon, Kodak, Fujifilm, Dyson, Miele, Whirlpool,
    Electrolux, Braun, Adidas, Nike, Reebok, Zara, Primark, Tesco, Aldi, Lidl, Carrefour, Walmart, Costco,
    Starbucks, Greggs, Nando's, Ryanair, Lufthansa, Emirates, Cadbury, Haribo, Lindt, Ferrero, Pepsi, Heineken,
    Guinness, Google, Microsoft, Netflix, Spotify, Uber, Adobe, Intel, Nvidia, Barclays, Santander, Monzo, Aviva,
    [Deutsche Telekom]ORG Capital, Deutsche Telekom, Anglo-Dutch Gas, Bank of [Ireland]LOC,
    Bank of [Scotland]LOC, Royal Bank of [Canada]LOC, National Bank of [Greece]LOC,
    Commonwealth Bank of [Australia]LOC, State Bank of [India]LOC, [Tokyo]LOC Electron Works, [Singapore]LOC Airlines, [Kenya]LOC Airways, Turkish Textile Mills,
    [Delhi]LOC Metro Rail, [Chicago]LOC Pneumatic Tools, [Oslo]LOC Salmon Traders, [Dresden]LOC Porcelain House,
    [Lagos]LOC Freight Lines, [Cornwall]LOC Clotted Cream Company, [Kyoto]LOC Ceramics Works, [Texas]LOC Instruments,
    [Arizona]LOC Beverages, Swiss Alpine Rail, [Bergen]LOC Shipyards, [Porto]LOC Cork Makers,
    Halden & Moor, Brightwater Energy, Kestrel Logistics, Pinecrest Foods, Northgate Textiles, Tallow & Finch,
    Quayside Breweries, Bluefin Robotics, Marlowe Pharma, [Cinderford]LOC Steel, [Ostrava]LOC Glassworks, Vantage Rail,
    Helix Biosciences, Redfern Aggregates, Summit Outdoor, Larkspur Media, Driftwood Games, Copperleaf Mining,
    Fernhill Dairy, Ashgrove Insurance, Juniper & Sons, Meridian Freight, Polestar Optics, Saltmarsh Seafoods,
    Thistledown Hotels, Umber Paints, Westering Wind, Yarrow Clinics, Zephyr Bikes, Amberline Ferries,
    Castellan Security, Dovetail Furniture, Everglow Lighting, Foxglove Cosmetics, Granary Bakers,
    Hollowell Timber, Inkwell Press, [Jarrow]LOC Engineering, Kingfisher Pools, Lodestar Shipping, Mossbank Cement,
    Okonjo Brothers, Tanaka Precision, Reyes Hermanos, Bergqvist Papper, Singh & Daughters, Moreau Frères
  `,
  retailer: `
    Amazon, Apple, Target, Gap, Next, Boots, Ikea, Primark, Zara, Tesco, Aldi, Lidl, Carrefour, Walmart, Costco, Lego,
    Dovetail Furniture, Granary Bakers, Juniper & Sons, Northgate Textiles, Summit Outdoor, Halden & Moor, Waitrose,
    Asda, Argos, Halfords, Decathlon, Kaufland, Migros, Woolworths, Shoprite, Best Buy, Home Depot, Whole Foods,
    Fortnum & Mason, Corner Pantry, Uncle Tariq's, Threadneedle & Pearl, [Paris]LOC Modes, [Naples]LOC Pasta House
  `,
  club: `
    Chelsea, Arsenal, Everton, Liverpool, Barcelona, Milan, Santos, Ajax, Fulham, Genoa, Como, Phoenix, Lyon,
    Bologna, Napoli, Juventus, Benfica, Celtic, Rangers, Galatasaray, Feyenoord, Anderlecht, Villarreal, Sevilla,
    Valencia, Monaco, Parma, [Leeds]LOC United, [Manchester]LOC City, [Newcastle]LOC Falcons,
    Real Sociedad, [Bath]LOC Rugby, [Reading]LOC Rovers, [Leicester]LOC Tigers, [Norwich]LOC City,
    [Hull]LOC Ospreys, [Boston]LOC Red Sox, [Chicago]LOC Bulls, [Toronto]LOC Raptors,
    [Dallas]LOC Cowboys, [Seattle]LOC Storm, [Denver]LOC Nuggets, [Houston]LOC Rockets, [Orlando]LOC Magic,
    [Sydney]LOC Swans, [Brisbane]LOC Broncos, [Perth]LOC Scorchers, [Melbourne]LOC Victory,
    [Auckland]LOC Blues, [Otago]LOC Highlanders, [Mumbai]LOC Indians, [Chennai]LOC Super Kings,
    [Lahore]LOC Qalandars, [Cape Town]LOC Spurs, [Nairobi]LOC Harlequins, [Accra]LOC Lions,
    [Ibadan]LOC Shooting Stars, [Kobe]LOC Steelers, [Osaka]LOC Evessa, [Seoul]LOC Dynamos, [Jeju]LOC United,
    [Dublin]LOC Wolfhounds, [Cork]LOC City, [Oulu]LOC Kärpät, [Malmö]LOC Redhawks, [Tromsø]LOC Polar,
    [Gdańsk]LOC Lechia Rowing, [Brno]LOC Kometa, [Split]LOC Dalmatians, [Nice]LOC Aiglons, [Nancy]LOC Thermal,
    Hearts of Oak, Old Boys, Red Star, Harbour Wanderers, [Silverdale]LOC Athletic, [Thornbury]LOC Harriers,
    [Blackmoor]LOC Town, [Eastcliff]LOC Rowing Club, [Calder Valley]LOC Cyclists
  `,
  school: `
    the University of [Leeds]LOC, the University of [Cambridge]LOC, the University of [Ghana]LOC,
    the University of [Nairobi]LOC, the University of [Toronto]LOC, the University of [Iowa]LOC,
    the University of [Virginia]LOC, the University of [Bath]LOC, the University of [Reading]LOC,
    the University of [Lagos]LOC, the University of [Helsinki]LOC, the University of [Vienna]LOC,
    the University of [Oslo]LOC, the University of [Coimbra]LOC, the University of [Tartu]LOC,
    the University of [Otago]LOC, the University of [Hyderabad]LOC, the University of [Dhaka]LOC,
    the University of [Melbourne]LOC, the University of [Cape Town]LOC, the University of [Buenos Aires]LOC,
    [Kyoto]LOC University, [Osaka]LOC Institute of Technology, [Cairo]LOC University, [Utrecht]LOC University,
    [Uppsala]LOC University, [Leiden]LOC University, [Durham]LOC University, [Lund]LOC University,
    [Georgia]LOC Institute of Technology, [Delft]LOC Technical College, [Zurich]LOC School of Economics,
    [Madrid]LOC Conservatory, [Berlin]LOC School of Design, [Boston]LOC Latin School, [Milan]LOC Polytechnic,
    [Warsaw]LOC Film School, [Ankara]LOC Science Lyceum, [Manila]LOC Nursing College, [Seoul]LOC National Academy,
    [Lima]LOC Business School, [Darwin]LOC High School, [Lincoln]LOC Grammar School, [York]LOC College,
    [Kingston]LOC Secondary, Trinity College, King's College, Imperial College, [Balmoral]LOC Academy,
    Hollins School, [Redhill]LOC Primary, Saint Brigid's Convent, [Ashcombe]LOC Polytechnic, Larchfield Institute,
    Morley Music School, Greenbank College
  `,
  agency: `
    [London]LOC Stock Exchange, World Health Organization, International Olympic Committee, European Commission, European Space Agency,
    African Union, Red Cross, Ministry of Transport, Ministry of Fisheries, Department of Education, Treasury,
    Home Office, Supreme Court, Court of Appeal, Senate, Forestry Commission, Environment Agency,
    Food Standards Agency, National Weather Service, Coast Guard, Border Force, Central Statistics Office,
    Civil Aviation Authority, Nuclear Safety Board, Human Rights Council, Security Council, World Trade Organization,
    International Monetary Fund, Asian Development Bank, Nobel Committee, Football Association,
    Royal Astronomical Society, British Museum, National Theatre, Natural History Museum, Geological Survey,
    Ocean Cleanup Alliance, Teachers' Union, Farmers' Federation, Nurses' Guild, Rail Workers' Union, Liberal Party,
    Green Party, Labour Party, Conservative Party, Social Democrats, Pirate Party, Centre Party,
    Parliament of [Norway]LOC, Government of [Nepal]LOC, Embassy of [Peru]LOC, Church of [England]LOC,
    Bank of [Japan]LOC, Reserve Bank of [New Zealand]LOC, Port Authority of [Rotterdam]LOC,
    Chamber of Commerce of [Lyon]LOC, Zoological Society of [San Diego]LOC, Football Federation of [Chile]LOC,
    [Paris]LOC Opera, [Vienna]LOC Philharmonic, [Berlin]LOC Senate, [Bristol]LOC City Council,
    [Glasgow]LOC Fire Brigade, [Stockholm]LOC Water Board, [Detroit]LOC Police Department,
    [Hong Kong]LOC Observatory, [Oregon]LOC Health Authority, [Kerala]LOC Tourism Board, [Alaska]LOC Fish Board,
    [Tasmania]LOC Parks Service, [Quebec]LOC Hydro Commission, [Ontario]LOC Teachers' Council,
    [Sahara]LOC Research Trust, [Danube]LOC Commission, [Amazon]LOC Rainforest Fund, [Mekong]LOC River Commission
  `,
  charity: `
    Unicef, Oxfam, Greenpeace, Amnesty International, Interpol, Unesco, Nasa, Opec, Nato, Fifa, Uefa, Mensa,
    Médecins Sans Frontières, Wikimedia, Mozilla, Rotary International, Habitat for Humanity, Shelter, Crisis,
    Mind, Scope, Sightsavers, WaterAid, Europol, Frontex, Cern, Eurostat, Mercosur, Asean, Ecowas, Unctad,
    Help the Hungry, Books Beyond Borders, Paws and Claws Rescue, Clean Rivers Now, Second Chance Bikes,
    Doctors for Seafarers, Seeds of Tomorrow, Reading Friends, Action for Bats, Hope for [Haiti]LOC,
    Friends of [Malawi]LOC, Save the [Rhine]LOC, Solidarity [Lebanon]LOC, Keep [Wales]LOC Tidy
  `,
  paper: `
    Guardian, Daily Telegraph, Financial Times, Economist, Spectator, Evening Standard, Daily Mirror, Sunday Herald,
    [New York]LOC Times, [Washington]LOC Post, [Boston]LOC Globe, [Chicago]LOC Tribune, [Los Angeles]LOC Times,
    [Toronto]LOC Star, [Sydney]LOC Morning Herald, [Jakarta]LOC Post, [Bangkok]LOC Post, [Kathmandu]LOC Times,
    Irish Examiner, [Jerusalem]LOC Post, [Houston]LOC Chronicle, [Phoenix]LOC Gazette, [Yorkshire]LOC Post,
    Cape Argus, [Buenos Aires]LOC Herald, [Nairobi]LOC Standard, [Lagos]LOC Punch, [Kent]LOC Messenger,
    [Hull]LOC Daily Mail, [Belfast]LOC Telegraph, [Montreal]LOC Gazette, [Vancouver]LOC Sun, [Dhaka]LOC Courier,
    Harbour Courier, Valley Independent, Morning Post, Northern Echo, Weekly Dispatch, Farmers' Almanac,
    Journal of Marine Ecology, Annals of Bee Science, Lunar Review
  `,
} as const;
