/**
 * The products of the demo corpus, commas between names, each kind for its own sort of sentence slot.
 * The maker inside a product's name is marked: `[Nokia]ORG 3310`.
 */
export const products = {
  device: `
    [Nokia]ORG 3310, [Nokia]ORG G22, iPhone, iPhone 15 Pro, [Apple]ORG Watch, [Apple]ORG Vision Pro, iPad Mini, AirPods,
    MacBook Air, Galaxy S24, [Samsung]ORG Galaxy Tab, Galaxy Buds, Pixel 8, [Google]ORG Nest Hub, [Google]ORG Pixel Fold,
    [Amazon]ORG Echo Dot, Kindle Paperwhite, Kindle, Fire Stick, [Sony]ORG Walkman, [Sony]ORG Bravia, PlayStation 5,
    PlayStation, Xbox Series X, Xbox, [Nintendo]ORG Switch, Game Boy, [Nintendo]ORG Wii, Steam Deck, ThinkPad X1,
    [Lenovo]ORG Yoga, [Dell]ORG Latitude, [Dell]ORG Inspiron, Surface Pro, [Microsoft]ORG Surface Duo, ZenBook,
    [Asus]ORG Transformer, [Acer]ORG Swift, Chromebook, [Huawei]ORG Mate 60, [Xiaomi]ORG Redmi Note, [OnePlus]ORG 12,
    [Fairphone]ORG 5, [BlackBerry]ORG Curve, [Garmin]ORG Forerunner, [Garmin]ORG Edge 540, [Fitbit]ORG Charge, [Bose]ORG QuietComfort,
    [Sennheiser]ORG Momentum, [Sonos]ORG One, [Canon]ORG EOS R5, [Canon]ORG PowerShot, [Nikon]ORG Z6, [Nikon]ORG Coolpix, [Fujifilm]ORG Instax,
    [Kodak]ORG Brownie, [GoPro]ORG Hero, [Polaroid]ORG Now, [Leica]ORG M11, [Casio]ORG G-Shock, [Seiko]ORG Presage, Raspberry Pi, Arduino Uno,
    [Commodore]ORG 64, Amiga 500, ZX Spectrum, [Atari]ORG 2600, [Sega]ORG Mega Drive, Tamagotchi, [Roku]ORG Express, Chromecast,
    [Fujitsu]ORG LifeBook, [Toshiba]ORG Satellite, [Panasonic]ORG Lumix, [Philips]ORG Hue, Ember Reader, Lumo Tab 7,
    Orbit Phone Mini, Nightjar Headset, Tideway GPS, Pocket Sparrow
  `,
  vehicle: `
    [Ford]ORG Focus, [Ford]ORG Fiesta, Mustang, [Ford]ORG Transit, Model T, [Toyota]ORG Corolla, [Toyota]ORG Yaris, Prius,
    [Honda]ORG Civic, [Honda]ORG Jazz, Accord, Gold Wing, [Nissan]ORG Leaf, [Nissan]ORG Micra, Qashqai, [Mazda]ORG MX-5,
    [Subaru]ORG Forester, Outback, Impreza, [Suzuki]ORG Jimny, [Suzuki]ORG Swift, [Hyundai]ORG Ioniq, [Kia]ORG Niro, [Kia]ORG Picanto,
    [Volvo]ORG XC40, [Volvo]ORG Amazon, [Skoda]ORG Octavia, [Skoda]ORG Fabia, [Renault]ORG Clio, [Renault]ORG Twingo, Kangoo,
    [Peugeot]ORG 208, [Peugeot]ORG Partner, [Fiat]ORG Panda, [Fiat]ORG 500, Cinquecento, [Ferrari]ORG Roma, Testarossa,
    [Jaguar]ORG E-Type, [Jaguar]ORG F-Pace, [Mercedes]ORG C-Class, [Mercedes]ORG Sprinter, [Lincoln]ORG Continental,
    [Lincoln]ORG Navigator, [Tesla]ORG Model 3, [Tesla]ORG Roadster, Cybertruck, [Austin]ORG Allegro, [Austin]ORG Maestro, Mini Cooper,
    [Morris]ORG Minor, [Land Rover]ORG Defender, Range Rover Sport, [Volkswagen]ORG Golf, Beetle, Passat, [Opel]ORG Corsa, Astra,
    [Citroën]ORG Berlingo, [Dacia]ORG Duster, [Seat]ORG Ibiza, [Porsche]ORG 911, Cayenne, [Chevrolet]ORG Camaro, Silverado, [Dodge]ORG Charger,
    [Jeep]ORG Wrangler, [Cadillac]ORG Seville, [Buick]ORG Skylark, [Bugatti]ORG Veyron, Vespa Primavera, Lambretta, [Yamaha]ORG R1,
    [Kawasaki]ORG Ninja, [Ducati]ORG Monster, [Boeing]ORG 747, [Boeing]ORG 787, Dreamliner, [Airbus]ORG A320, [Airbus]ORG Beluga, Concorde,
    [Embraer]ORG Phenom, [Cessna]ORG 172, Spitfire, Brompton, [Raleigh]ORG Chopper, [Zephyr Bikes]ORG Tourer, Kestrel 40 Tractor
  `,
  software: `
    Java, Python, Ruby, Swift, Excel, Word, Teams, Edge, Safari, Chrome, Signal, Slack, Zoom, Windows 11, Windows XP,
    [Microsoft]ORG Outlook, PowerPoint, Firefox, [Mozilla]ORG Thunderbird, Photoshop, [Adobe]ORG Illustrator, Lightroom, Gmail,
    [Google]ORG Maps, [Google]ORG Translate, Android, Linux, Ubuntu, Debian, macOS, WhatsApp, Telegram, Instagram, TikTok,
    Snapchat, Skype, Siri, Alexa, Cortana, Dropbox, Evernote, Notion, Trello, Figma, AutoCAD, Blender, GarageBand,
    Duolingo, Strava, Shazam, [Oracle]ORG Database, PostgreSQL, Kubernetes, WordPress, Spreadly, Inkpot Writer, Parcel Tracker Plus,
    [Larkspur Media]ORG Player
  `,
  game: `
    Minecraft, Tetris, Pac-Man, Super Mario Kart, Pokémon Red, Animal Crossing, Stardew Valley, Among Us, Fortnite,
    Roblox, Portal, Doom, Myst, Journey, Civilization VI, Age of Empires, The Sims, SimCity, Monopoly, Scrabble, Cluedo,
    Risk, Carcassonne, Catan, Uno, Jenga, Twister, Operation, Candy Crush, Angry Birds, Space Invaders, Lemmings,
    Street Fighter II, Final Fantasy VII, Gran Turismo, Football Manager, [Lego]ORG Island, [Nintendo]ORG Land,
    Harbour Tycoon, Moth Kingdom, Last Ferry Home, Owls of Ember, Turnip Quest, [Driftwood Games]ORG Bundle
  `,
  grocery: `
    Mars, Galaxy, Twix, Snickers, Bounty, KitKat, Toblerone, Milka, Oreo, Maltesers, Smarties, Skittles,
    Quality Street, After Eight, Pringles, Doritos, Walkers, Wotsits, Marmite, Vegemite, Nutella, Bovril, Branston Pickle,
    [Heinz]ORG Baked Beans, [Heinz]ORG Tomato Soup, [Kellogg]ORG's Corn Flakes, Weetabix, Cheerios, Shreddies, Coco Pops,
    [Cadbury]ORG Dairy Milk, [Cadbury]ORG Creme Egg, [Haribo]ORG Goldbears, [Lindt]ORG Excellence, [Ferrero]ORG Rocher, Kinder Bueno,
    Coca-Cola, Fanta, Sprite, [Pepsi]ORG Max, Irn-Bru, Dr Pepper, Red Bull, Lucozade, Ribena, Vimto, Tango, San Pellegrino,
    Perrier, Evian, [Guinness]ORG Draught, [Heineken]ORG Zero, Nescafé, [Nestlé]ORG Milo, Ovaltine, Horlicks, PG Tips,
    [Yorkshire]LOC Tea, Earl Grey Reserve, Babybel, Philadelphia, Lurpak, Actimel, [Danone]ORG Oikos, Ben & Jerry's, Magnum, Cornetto, Viennetta,
    Pot Noodle, Maggi, Knorr, Bisto, Oxo, Tabasco, Kikkoman, Barilla, Uncle Ben's, Quorn, Birds Eye Fish Fingers,
    [Fernhill Dairy]ORG Kefir, [Granary Bakers]ORG Sourdough, Old Orchard Cider, Pip & Pod Granola, Bramble Fizz, Moonbeam Oats
  `,
  household: `
    Dove, Tide, Fairy, Persil, Ariel, Ajax, Domestos, Colgate, Sensodyne, Nivea, Head & Shoulders, Kleenex, Andrex,
    Pampers, Vanish, Cif, Dettol, Febreze, Sellotape, Blu-Tack, Post-it, Pledge, Comfort, Bounce, Savlon, Vaseline,
    [Foxglove Cosmetics]ORG Balm, [Umber Paints]ORG Primer, Lemon Spark, Grandma's Soap Flakes
  `,
  appliance: `
    [Dyson]ORG V8, [Dyson]ORG Airwrap, [Bosch]ORG Serie 4, [Bosch]ORG Tassimo, [Miele]ORG Triflex, [Siemens]ORG StudioLine,
    [Whirlpool]ORG Freedom, [Electrolux]ORG Pure, [Braun]ORG Oral-B Pro, [Braun]ORG Silk-épil, [Philips]ORG Airfryer, [Philips]ORG Sonicare,
    [Panasonic]ORG Bread Oven, [Hitachi]ORG Cordless Drill, [Yamaha]ORG Clavinova, Roomba, [KitchenAid]ORG Artisan, [Kenwood]ORG Chef,
    Thermomix, Instant Pot, NutriBullet, Nespresso Vertuo, Aeropress, [Bialetti]ORG Moka, SodaStream, Henry Hoover, [Vax]ORG Blade,
    [George Foreman]PER Grill, [Aga]ORG Rayburn, [Smeg]ORG Kettle, [Makita]ORG Hammer Drill, [Black & Decker]ORG Workmate, [Stihl]ORG Chainsaw, [Karcher]ORG K4,
    [Singer]ORG Featherweight, [Bernina]ORG 480, [Fender]ORG Stratocaster, [Gibson]ORG Les Paul, [Moog]ORG Minimoog, [Roland]ORG Juno, [Steinway]ORG Model D,
    [Ikea]ORG Billy, [Ikea]ORG Poäng, [Ikea]ORG Malm, [Lego]ORG Technic Crane, [Everglow Lighting]ORG Lantern, [Dovetail Furniture]ORG Bench,
    Swiss Champ Knife, [Stanley]ORG Flask, Tilley Lamp, Breeze Fan 2000, Hearthside Stove
  `,
} as const;
