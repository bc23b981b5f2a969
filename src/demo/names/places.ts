/**
 * The places of the demo corpus, commas between names, each kind for its own sort of sentence slot.
 * `river` and `expanse` hold what reads well after "the"; the other kinds take no article
 * but the one they bring along, which is no part of the name.
 */
export const places = {
  city: `
    Paris, Washington, Chelsea, Lincoln, Florence, Phoenix, Bath, Reading, Nice, Sydney, Austin, Houston,
    Charlotte, Madison, Savannah, Orlando, Santiago, Adelaide, Lourdes, Siena, Verona, Brooklyn, Lancaster, York,
    Wells, Hamilton, Wellington, Nelson, Darwin, Nancy, Hull, Cork, Deal, Rugby, Mobile, Sandwich, Split, Essen,
    Tours, Chester, Bolton, Preston, Stafford, Winchester, Kingston, Burton, Barcelona, Liverpool, Milan, Genoa,
    Bologna, Parma, Valencia, Monaco, Santos, Toyota, Lyon, Como, Leeds, Cambridge, Manchester, Newcastle,
    Leicester, Norwich, Bristol, Glasgow, Belfast, Dublin, Durham, London, Madrid, Berlin, Dresden, Vienna, Zurich,
    Warsaw, Gdańsk, Brno, Prague, Budapest, Bucharest, Sofia, Zagreb, Belgrade, Athens, Thessaloniki, Ankara,
    Izmir, Tbilisi, Yerevan, Baku, Almaty, Tashkent, Oslo, Bergen, Tromsø, Stockholm, Malmö, Uppsala, Lund,
    Copenhagen, Aarhus, Helsinki, Oulu, Tartu, Riga, Vilnius, Rotterdam, Utrecht, Leiden, Delft, Antwerp, Ghent,
    Marseille, Toulouse, Bordeaux, Porto, Coimbra, Lisbon, Naples, Turin, Palermo, Cairo, Tunis, Casablanca,
    Marrakesh, Dakar, Accra, Lagos, Ibadan, Abuja, Nairobi, Mombasa, Kampala, Kigali, Lusaka, Harare, Cape Town,
    Durban, Windhoek, Addis Ababa, Beirut, Amman, Jerusalem, Muscat, Tehran, Isfahan, Karachi, Lahore, Delhi,
    Mumbai, Chennai, Hyderabad, Kolkata, Dhaka, Colombo, Kathmandu, Bangkok, Hanoi, Jakarta, Manila, Cebu,
    Singapore, Hong Kong, Taipei, Shanghai, Chengdu, Seoul, Busan, Tokyo, Osaka, Kyoto, Kobe, Sapporo, Perth,
    Brisbane, Melbourne, Auckland, Dunedin, Suva, Toronto, Montreal, Vancouver, Halifax, Boston, Chicago, Detroit,
    Philadelphia, Santander, Dallas, Denver, Seattle, San Diego, Los Angeles, New York, Mexico City, Havana, Bogotá, Lima, Quito, La Paz,
    Montevideo, Buenos Aires, São Paulo, Recife, Ashcombe-on-Sea, Little Wickham, Marsh Gibbon, Stony Ford
  `,
  country: `
    Jordan, Turkey, Georgia, Chad, Kenya, India, China, Guinea, Mali, Cuba, Peru, Chile, Japan, Greece, Hungary,
    Poland, Norway, Sweden, Finland, Denmark, Iceland, Ireland, Scotland, Wales, England, France, Spain, Portugal,
    Italy, Austria, Switzerland, Belgium, Luxembourg, Germany, Slovenia, Croatia, Serbia, Albania, Romania,
    Bulgaria, Ukraine, Moldova, Latvia, Estonia, Lithuania, Armenia, Kazakhstan, Uzbekistan, Mongolia, Nepal,
    Bhutan, Bangladesh, Sri Lanka, Myanmar, Thailand, Vietnam, Cambodia, Malaysia, Indonesia, Taiwan, South Korea,
    Australia, New Zealand, Fiji, Samoa, Canada, Mexico, Guatemala, Honduras, Costa Rica, Panama, Colombia, Ecuador,
    Bolivia, Uruguay, Argentina, Brazil, Haiti, Jamaica, Barbados, Morocco, Algeria, Tunisia, Egypt, Lebanon,
    Ghana, Senegal, Nigeria, Benin, Togo, Cameroon, Gabon, Rwanda, Uganda, Tanzania, Malawi, Zambia, Zimbabwe,
    Botswana, Namibia, Mozambique, Madagascar, Ethiopia, Oman, Qatar
  `,
  region: `
    Georgia, Virginia, Victoria, Java, Jersey, Colorado, Carolina, Dakota, Devon, Kent, Washington, Montana, Texas, Arizona,
    Iowa, Oregon, Alaska, Ohio, Nevada, Vermont, Quebec, Ontario, Manitoba, Nova Scotia, Yukon, Otago, Tasmania,
    Queensland, Kerala, Punjab, Bengal, Gujarat, Hokkaido, Jeju, Sichuan, Yunnan, Bavaria, Saxony, Tuscany, Sicily,
    Sardinia, Lombardy, Brittany, Normandy, Provence, Catalonia, Andalusia, Galicia, Crete, Corsica, Silesia,
    Transylvania, Lapland, Cornwall, Yorkshire, Norfolk, Cumbria, Orkney, Connemara, Flanders, Zanzibar,
    Patagonia, Bahia, Yucatán, Oaxaca, Anatolia, Kashmir, Bali, Sumatra, Borneo, Marlshire
  `,
  river: `
    Amazon, Danube, Rhine, Nile, Thames, Mekong, Congo, Niger, Zambezi, Volga, Vistula, Elbe, Rhône, Loire, Tagus,
    Douro, Po, Tiber, Ganges, Indus, Brahmaputra, Yangtze, Yellow River, Orinoco, Paraná, Mississippi, Missouri,
    Colorado, Columbia, Rio Grande, Murray, Severn, Mersey, Tyne, Shannon, Liffey, Tigris, Euphrates, Irrawaddy
  `,
  expanse: `
    Baltic Sea, Black Sea, Red Sea, Adriatic, Aegean, Caspian Sea, North Sea, Irish Sea, Bay of [Bengal]LOC,
    Gulf of [Finland]LOC, Gulf of [Mexico]LOC, Bay of Fundy, Strait of Gibraltar, Suez Canal, [Panama]LOC Canal, Sahara,
    Gobi, Kalahari, Alps, Andes, Pyrenees, Himalayas, Rockies, Carpathians, Urals, Sea of [Japan]LOC,
    Isle of Skye, Isle of Wight, Hebrides, Azores, Maldives
  `,
  nature: `
    Mount Elgon, Mount Etna, Mount Fuji, Mount Cook, Mount Rainier, Mount Elbrus, Ben Nevis,
    Kilimanjaro, Annapurna, Table Mountain, Snowdon, Monte Rosa, Popocatépetl, Aconcagua, Lake Victoria,
    Lake [Como]LOC, Lake Superior, Lake [Geneva]LOC, Lake [Constance]LOC, Lake Tanganyika, Lake Baikal,
    Lake Titicaca, Lake Windermere, Loch Ness, Loch Lomond, Victoria Falls, Niagara Falls, Iguazu Falls,
    Yosemite Valley, Death Valley, Monument Valley, Sherwood Forest, [Epping]LOC Forest, Cape Horn, Cape Cod,
    Easter Island, Christmas Island, Long Island, Robben Island, Fraser Island, [Bondi]LOC Beach, Omaha Beach,
    Dartmoor, Exmoor, Serengeti, the Okavango Delta, the [Danube]LOC Delta, the [Niger]LOC Delta, the [Thames]LOC Estuary,
    the [Mekong]LOC Delta, the [Loire]LOC Valley, the [Amazon]LOC Basin, the [Java]LOC Trench, the [Jordan]LOC Valley
  `,
  site: `
    Baker Street, Oxford Street, Abbey Road, Fifth Avenue, Wall Street, Rue de Rivoli, Unter den Linden, Gran Vía,
    Trafalgar Square, Red Square, Times Square, Tahrir Square, Plaza Mayor, Piazza Navona, Central Park, Hyde Park,
    Tiergarten, Golden Gate Park, Stanley Park, Covent Garden, Notting Hill, Camden Lock, Greenwich Village, Harlem,
    Montmartre, Kreuzberg, Shibuya, Gangnam, Soweto, Bondi, Copacabana, [Heathrow]LOC Airport, [Gatwick]LOC Airport,
    [Schiphol]LOC Airport, [Charles de Gaulle]PER Airport, [Denver]LOC International Airport, [Kigali]LOC Airport,
    [Zagreb]LOC Airport, [King's Cross]LOC Station, [Paddington]LOC Station, Penn Station, [Antwerp]LOC Central Station,
    [Wembley]LOC Stadium, Old Trafford, Anfield, Fenway Park, Camp Nou, Lord's, Tower Bridge, the [Brooklyn]LOC Bridge,
    the Golden Gate Bridge, Charles Bridge, the Rialto Bridge, Buckingham Palace, [Windsor]LOC Castle, [Edinburgh]LOC Castle,
    [Westminster]LOC Abbey, [York]LOC Minster, [Chartres]LOC Cathedral, Stonehenge, Alcatraz, Silicon Valley,
    the [Chelsea]LOC Embankment, [Georgia]LOC Avenue, Harrow Road, Quarry Lane, Mill Pond Close, Lantern Hill
  `,
  space: `
    Mercury, Venus, Mars, Jupiter, Saturn, Uranus, Neptune, Pluto, Titan, Europa, Ganymede, Callisto, Ceres, Vesta,
    Enceladus, Triton, Phobos, Deimos, Charon, Eris, Proxima Centauri, Betelgeuse, Sirius, Vega, Andromeda
  `,
} as const;
