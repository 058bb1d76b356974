/**
 * The time zones of today by country, as in the `zone.tab` of the IANA database 2026; behind each `=` a former name, or
 * one kept for old systems, with the same rules. Zones that only share their rules today (Amsterdam and Brussels) are
 * zones of their own. A name that isn't here, because it is newer, is asked of the runtime.
 */
export const ZONES_BY_COUNTRY = `
AD Europe/Andorra
AE Asia/Dubai
AF Asia/Kabul
AG America/Antigua
AI America/Anguilla
AL Europe/Tirane
AM Asia/Yerevan
AO Africa/Luanda
AQ Antarctica/McMurdo=Antarctica/South_Pole Antarctica/Casey Antarctica/Davis Antarctica/DumontDUrville Antarctica/Mawson Antarctica/Palmer Antarctica/Rothera Antarctica/Syowa Antarctica/Troll Antarctica/Vostok
AR America/Argentina/Buenos_Aires=America/Buenos_Aires America/Argentina/Cordoba=America/Cordoba=America/Rosario America/Argentina/Salta America/Argentina/Jujuy=America/Jujuy America/Argentina/Tucuman America/Argentina/Catamarca=America/Argentina/ComodRivadavia=America/Catamarca America/Argentina/La_Rioja America/Argentina/San_Juan America/Argentina/Mendoza=America/Mendoza America/Argentina/San_Luis America/Argentina/Rio_Gallegos America/Argentina/Ushuaia
AS Pacific/Pago_Pago=Pacific/Samoa=US/Samoa
AT Europe/Vienna
AU Australia/Lord_Howe=Australia/LHI Antarctica/Macquarie Australia/Hobart=Australia/Currie=Australia/Tasmania Australia/Melbourne=Australia/Victoria Australia/Sydney=Australia/ACT=Australia/Canberra=Australia/NSW Australia/Broken_Hill=Australia/Yancowinna Australia/Brisbane=Australia/Queensland Australia/Lindeman Australia/Adelaide=Australia/South Australia/Darwin=Australia/North Australia/Perth=Australia/West Australia/Eucla
AW America/Aruba
AX Europe/Mariehamn
AZ Asia/Baku
BA Europe/Sarajevo
BB America/Barbados
BD Asia/Dhaka=Asia/Dacca
BE Europe/Brussels=CET=MET
BF Africa/Ouagadougou
BG Europe/Sofia
BH Asia/Bahrain
BI Africa/Bujumbura
BJ Africa/Porto-Novo
BL America/St_Barthelemy
BM Atlantic/Bermuda
BN Asia/Brunei
BO America/La_Paz
BQ America/Kralendijk
BR America/Noronha=Brazil/DeNoronha America/Belem America/Fortaleza America/Recife America/Araguaina America/Maceio America/Bahia America/Sao_Paulo=Brazil/East America/Campo_Grande America/Cuiaba America/Santarem America/Porto_Velho America/Boa_Vista America/Manaus=Brazil/West America/Eirunepe America/Rio_Branco=America/Porto_Acre=Brazil/Acre
BS America/Nassau
BT Asia/Thimphu=Asia/Thimbu
BW Africa/Gaborone
BY Europe/Minsk
BZ America/Belize
CA America/St_Johns=Canada/Newfoundland America/Halifax=Canada/Atlantic America/Glace_Bay America/Moncton America/Goose_Bay America/Blanc-Sablon America/Toronto=America/Montreal=America/Nipigon=America/Thunder_Bay=Canada/Eastern America/Iqaluit=America/Pangnirtung America/Atikokan=America/Coral_Harbour America/Winnipeg=America/Rainy_River=Canada/Central America/Resolute America/Rankin_Inlet America/Regina=Canada/Saskatchewan America/Swift_Current America/Edmonton=America/Yellowknife=Canada/Mountain America/Cambridge_Bay America/Inuvik America/Creston America/Dawson_Creek America/Fort_Nelson America/Whitehorse=Canada/Yukon America/Dawson America/Vancouver=Canada/Pacific
CC Indian/Cocos
CD Africa/Kinshasa Africa/Lubumbashi
CF Africa/Bangui
CG Africa/Brazzaville
CH Europe/Zurich
CI Africa/Abidjan
CK Pacific/Rarotonga
CL America/Santiago=Chile/Continental America/Coyhaique America/Punta_Arenas Pacific/Easter=Chile/EasterIsland
CM Africa/Douala
CN Asia/Shanghai=Asia/Chongqing=Asia/Chungking=Asia/Harbin=PRC Asia/Urumqi=Asia/Kashgar
CO America/Bogota
CR America/Costa_Rica
CU America/Havana=Cuba
CV Atlantic/Cape_Verde
CW America/Curacao
CX Indian/Christmas
CY Asia/Nicosia=Europe/Nicosia Asia/Famagusta
CZ Europe/Prague
DE Europe/Berlin Europe/Busingen
DJ Africa/Djibouti
DK Europe/Copenhagen
DM America/Dominica
DO America/Santo_Domingo
DZ Africa/Algiers
EC America/Guayaquil Pacific/Galapagos
EE Europe/Tallinn
EG Africa/Cairo=Egypt
EH Africa/El_Aaiun
ER Africa/Asmara=Africa/Asmera
ES Europe/Madrid Africa/Ceuta Atlantic/Canary
ET Africa/Addis_Ababa
FI Europe/Helsinki
FJ Pacific/Fiji
FK Atlantic/Stanley
FM Pacific/Chuuk=Pacific/Truk=Pacific/Yap Pacific/Pohnpei=Pacific/Ponape Pacific/Kosrae
FO Atlantic/Faroe=Atlantic/Faeroe
FR Europe/Paris
GA Africa/Libreville
GB Europe/London=Europe/Belfast=GB=GB-Eire
GD America/Grenada
GE Asia/Tbilisi
GF America/Cayenne
GG Europe/Guernsey
GH Africa/Accra
GI Europe/Gibraltar
GL America/Nuuk=America/Godthab America/Danmarkshavn America/Scoresbysund America/Thule
GM Africa/Banjul
GN Africa/Conakry
GP America/Guadeloupe
GQ Africa/Malabo
GR Europe/Athens=EET
GS Atlantic/South_Georgia
GT America/Guatemala
GU Pacific/Guam
GW Africa/Bissau
GY America/Guyana
HK Asia/Hong_Kong=Hongkong
HN America/Tegucigalpa
HR Europe/Zagreb
HT America/Port-au-Prince
HU Europe/Budapest
ID Asia/Jakarta Asia/Pontianak Asia/Makassar=Asia/Ujung_Pandang Asia/Jayapura
IE Europe/Dublin=Eire
IL Asia/Jerusalem=Asia/Tel_Aviv=Israel
IM Europe/Isle_of_Man
IN Asia/Kolkata=Asia/Calcutta
IO Indian/Chagos
IQ Asia/Baghdad
IR Asia/Tehran=Iran
IS Atlantic/Reykjavik=Iceland
IT Europe/Rome
JE Europe/Jersey
JM America/Jamaica=Jamaica
JO Asia/Amman
JP Asia/Tokyo=Japan
KE Africa/Nairobi
KG Asia/Bishkek
KH Asia/Phnom_Penh
KI Pacific/Tarawa Pacific/Kanton=Pacific/Enderbury Pacific/Kiritimati
KM Indian/Comoro
KN America/St_Kitts
KP Asia/Pyongyang
KR Asia/Seoul=ROK
KW Asia/Kuwait
KY America/Cayman
KZ Asia/Almaty Asia/Qyzylorda Asia/Qostanay Asia/Aqtobe Asia/Aqtau Asia/Atyrau Asia/Oral
LA Asia/Vientiane
LB Asia/Beirut
LC America/St_Lucia
LI Europe/Vaduz
LK Asia/Colombo
LR Africa/Monrovia
LS Africa/Maseru
LT Europe/Vilnius
LU Europe/Luxembourg
LV Europe/Riga
LY Africa/Tripoli=Libya
MA Africa/Casablanca
MC Europe/Monaco
MD Europe/Chisinau=Europe/Tiraspol
ME Europe/Podgorica
MF America/Marigot
MG Indian/Antananarivo
MH Pacific/Majuro Pacific/Kwajalein=Kwajalein
MK Europe/Skopje
ML Africa/Bamako=Africa/Timbuktu
MM Asia/Yangon=Asia/Rangoon
MN Asia/Ulaanbaatar=Asia/Choibalsan=Asia/Ulan_Bator Asia/Hovd
MO Asia/Macau=Asia/Macao
MP Pacific/Saipan
MQ America/Martinique
MR Africa/Nouakchott
MS America/Montserrat
MT Europe/Malta
MU Indian/Mauritius
MV Indian/Maldives
MW Africa/Blantyre
MX America/Mexico_City=Mexico/General America/Cancun America/Merida America/Monterrey America/Matamoros America/Chihuahua America/Ciudad_Juarez America/Ojinaga America/Mazatlan=Mexico/BajaSur America/Bahia_Banderas America/Hermosillo America/Tijuana=America/Ensenada=America/Santa_Isabel=Mexico/BajaNorte
MY Asia/Kuala_Lumpur Asia/Kuching
MZ Africa/Maputo
NA Africa/Windhoek
NC Pacific/Noumea
NE Africa/Niamey
NF Pacific/Norfolk
NG Africa/Lagos
NI America/Managua
NL Europe/Amsterdam
NO Europe/Oslo
NP Asia/Kathmandu=Asia/Katmandu
NR Pacific/Nauru
NU Pacific/Niue
NZ Pacific/Auckland=NZ Pacific/Chatham=NZ-CHAT
OM Asia/Muscat
PA America/Panama=EST
PE America/Lima
PF Pacific/Tahiti Pacific/Marquesas Pacific/Gambier
PG Pacific/Port_Moresby Pacific/Bougainville
PH Asia/Manila
PK Asia/Karachi
PL Europe/Warsaw=Poland
PM America/Miquelon
PN Pacific/Pitcairn
PR America/Puerto_Rico
PS Asia/Gaza Asia/Hebron
PT Europe/Lisbon=Portugal=WET Atlantic/Madeira Atlantic/Azores
PW Pacific/Palau
PY America/Asuncion
QA Asia/Qatar
RE Indian/Reunion
RO Europe/Bucharest
RS Europe/Belgrade
RU Europe/Kaliningrad Europe/Moscow=W-SU Europe/Kirov Europe/Volgograd Europe/Astrakhan Europe/Saratov Europe/Ulyanovsk Europe/Samara Asia/Yekaterinburg Asia/Omsk Asia/Novosibirsk Asia/Barnaul Asia/Tomsk Asia/Novokuznetsk Asia/Krasnoyarsk Asia/Irkutsk Asia/Chita Asia/Yakutsk Asia/Khandyga Asia/Vladivostok Asia/Ust-Nera Asia/Magadan Asia/Sakhalin Asia/Srednekolymsk Asia/Kamchatka Asia/Anadyr
UA Europe/Simferopol Europe/Kyiv=Europe/Kiev=Europe/Uzhgorod=Europe/Zaporozhye
RW Africa/Kigali
SA Asia/Riyadh
SB Pacific/Guadalcanal
SC Indian/Mahe
SD Africa/Khartoum
SE Europe/Stockholm
SG Asia/Singapore=Singapore
SH Atlantic/St_Helena
SI Europe/Ljubljana
SJ Arctic/Longyearbyen=Atlantic/Jan_Mayen
SK Europe/Bratislava
SL Africa/Freetown
SM Europe/San_Marino
SN Africa/Dakar
SO Africa/Mogadishu
SR America/Paramaribo
SS Africa/Juba
ST Africa/Sao_Tome
SV America/El_Salvador
SX America/Lower_Princes
SY Asia/Damascus
SZ Africa/Mbabane
TC America/Grand_Turk
TD Africa/Ndjamena
TF Indian/Kerguelen
TG Africa/Lome
TH Asia/Bangkok
TJ Asia/Dushanbe
TK Pacific/Fakaofo
TL Asia/Dili
TM Asia/Ashgabat=Asia/Ashkhabad
TN Africa/Tunis
TO Pacific/Tongatapu
TR Europe/Istanbul=Asia/Istanbul=Turkey
TT America/Port_of_Spain
TV Pacific/Funafuti
TW Asia/Taipei=ROC
TZ Africa/Dar_es_Salaam
UG Africa/Kampala
UM Pacific/Midway Pacific/Wake
US America/New_York=EST5EDT=US/Eastern America/Detroit=US/Michigan America/Kentucky/Louisville=America/Louisville America/Kentucky/Monticello America/Indiana/Indianapolis=America/Fort_Wayne=America/Indianapolis=US/East-Indiana America/Indiana/Vincennes America/Indiana/Winamac America/Indiana/Marengo America/Indiana/Petersburg America/Indiana/Vevay America/Chicago=CST6CDT=US/Central America/Indiana/Tell_City America/Indiana/Knox=America/Knox_IN=US/Indiana-Starke America/Menominee America/North_Dakota/Center America/North_Dakota/New_Salem America/North_Dakota/Beulah America/Denver=America/Shiprock=MST7MDT=Navajo=US/Mountain America/Boise America/Phoenix=MST=US/Arizona America/Los_Angeles=PST8PDT=US/Pacific America/Anchorage=US/Alaska America/Juneau America/Sitka America/Metlakatla America/Yakutat America/Nome America/Adak=America/Atka=US/Aleutian Pacific/Honolulu=HST=Pacific/Johnston=US/Hawaii
UY America/Montevideo
UZ Asia/Samarkand Asia/Tashkent
VA Europe/Vatican
VC America/St_Vincent
VE America/Caracas
VG America/Tortola
VI America/St_Thomas=America/Virgin
VN Asia/Ho_Chi_Minh=Asia/Saigon
VU Pacific/Efate
WF Pacific/Wallis
WS Pacific/Apia
YE Asia/Aden
YT Indian/Mayotte
ZA Africa/Johannesburg
ZM Africa/Lusaka
ZW Africa/Harare
`;
