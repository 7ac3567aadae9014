/** The names of US states that differ from English: Intl has no names of a country's parts. */
const names: Record<string, Record<string, string>> = {
  de: { California: 'Kalifornien', 'District of Columbia': 'Washington, D.C.' },
  es: {
    ...{ 'District of Columbia': 'Distrito de Columbia', Hawaii: 'Hawái', Louisiana: 'Luisiana' },
    ...{
      Michigan: 'Míchigan',
      Mississippi: 'Misisipi',
      Missouri: 'Misuri',
      'New Hampshire': 'Nuevo Hampshire',
    },
    ...{ 'New Jersey': 'Nueva Jersey', 'New Mexico': 'Nuevo México', 'New York': 'Nueva York' },
    ...{ 'North Carolina': 'Carolina del Norte', 'North Dakota': 'Dakota del Norte', Oregon: 'Oregón' },
    ...{
      Pennsylvania: 'Pensilvania',
      'South Carolina': 'Carolina del Sur',
      'South Dakota': 'Dakota del Sur',
    },
    ...{ 'West Virginia': 'Virginia Occidental' },
  },
  fr: {
    ...{ California: 'Californie', 'District of Columbia': 'district de Columbia', Florida: 'Floride' },
    ...{ Georgia: 'Géorgie', Hawaii: 'Hawaï', Louisiana: 'Louisiane', 'New Mexico': 'Nouveau-Mexique' },
    ...{
      'North Carolina': 'Caroline du Nord',
      'North Dakota': 'Dakota du Nord',
      Pennsylvania: 'Pennsylvanie',
    },
    ...{ 'South Carolina': 'Caroline du Sud', 'South Dakota': 'Dakota du Sud', Virginia: 'Virginie' },
    ...{ 'West Virginia': 'Virginie-Occidentale' },
  },
  pt: {
    ...{ Alaska: 'Alasca', California: 'Califórnia', 'District of Columbia': 'Distrito de Columbia' },
    ...{ Florida: 'Flórida', Georgia: 'Geórgia', Hawaii: 'Havaí', Louisiana: 'Luisiana' },
    ...{ 'New Jersey': 'Nova Jersey', 'New Mexico': 'Novo México', 'New York': 'Nova York' },
    ...{
      'North Carolina': 'Carolina do Norte',
      'North Dakota': 'Dakota do Norte',
      Pennsylvania: 'Pensilvânia',
    },
    ...{ 'South Carolina': 'Carolina do Sul', 'South Dakota': 'Dakota do Sul', Virginia: 'Virgínia' },
    ...{ 'West Virginia': 'Virgínia Ocidental' },
  },
  ar: {
    ...{ Alabama: 'ألاباما', Alaska: 'ألاسكا', Arizona: 'أريزونا', Arkansas: 'أركنساس' },
    ...{ California: 'كاليفورنيا', Colorado: 'كولورادو', Connecticut: 'كونيتيكت', Delaware: 'ديلاوير' },
    ...{ 'District of Columbia': 'واشنطن العاصمة', Florida: 'فلوريدا', Georgia: 'جورجيا', Hawaii: 'هاواي' },
    ...{ Idaho: 'أيداهو', Illinois: 'إلينوي', Indiana: 'إنديانا', Iowa: 'آيوا', Kansas: 'كانساس' },
    ...{ Kentucky: 'كنتاكي', Louisiana: 'لويزيانا', Maine: 'مين', Maryland: 'ماريلاند' },
    ...{ Massachusetts: 'ماساتشوستس', Michigan: 'ميشيغان', Minnesota: 'مينيسوتا', Mississippi: 'ميسيسيبي' },
    ...{ Missouri: 'ميزوري', Montana: 'مونتانا', Nebraska: 'نبراسكا', Nevada: 'نيفادا' },
    ...{ 'New Hampshire': 'نيوهامشير', 'New Jersey': 'نيوجيرسي', 'New Mexico': 'نيومكسيكو' },
    ...{ 'New York': 'نيويورك', 'North Carolina': 'كارولاينا الشمالية', 'North Dakota': 'داكوتا الشمالية' },
    ...{ Ohio: 'أوهايو', Oklahoma: 'أوكلاهوما', Oregon: 'أوريغون', Pennsylvania: 'بنسلفانيا' },
    ...{
      'Rhode Island': 'رود آيلاند',
      'South Carolina': 'كارولاينا الجنوبية',
      'South Dakota': 'داكوتا الجنوبية',
    },
    ...{ Tennessee: 'تينيسي', Texas: 'تكساس', Utah: 'يوتا', Vermont: 'فيرمونت', Virginia: 'فرجينيا' },
    ...{
      Washington: 'واشنطن',
      'West Virginia': 'فرجينيا الغربية',
      Wisconsin: 'ويسكونسن',
      Wyoming: 'وايومنغ',
    },
  },
};

/** The name of a US state in a language, from its English name; undefined where it is the same, or for another place. */
export const stateNameIn = (tag: string, name: string): string | undefined => names[tag]?.[name];

/** Arabic has a name of its own for each of them. */
export const isState = (name: string): boolean => names['ar']?.[name] !== undefined;
