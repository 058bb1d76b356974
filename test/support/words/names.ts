/** Names of Europe as their owners write them: 200, of every language there that is written in Latin script. */
export const EUROPEAN_NAMES: readonly string[] = `
Élodie Lefèvre, Zoë Faÿ, François Dœuff, Anaïs Nuñez, Noël D’Hoker, Loïc Le Gall, Agnès Béranger, Étienne Prévôt, Gaëlle Kerjean, Benoît Château
Jürgen Groß, Käthe Müller, Björn Weiß, Anne-Marie Schäfer, Jörg Öztürk, Übeyde Ünal, Ägidius Höß, Götz von Berlichingen, Ruth Süß, Günther Kühn
Sofie De Smet, Thomas van den Broek, Daniël Ruëll, Eloïse ’t Hooft, Niels in ’t Veld, Jan-Willem Coöper, André Zwaan, Mariëlle Geünieerd, Joost de Vries, Hélène Vandaele
Łukasz Wałęsa, Żaneta Święch, Józef Piłsudski, Małgorzata Żółć, Świętosława Ćwikła, Zdzisław Śliwiński, Łucja Źdźbło, Stanisław Gąsior, Bożena Dąbrowska, Michał Kuś
Jiří Dvořák, Zdeněk Šťastný, Růžena Čapková, Ondřej Žižka, Věra Říhová, Ďuro Ťažký, Luboš Kobliha, Kateřina Němcová, Šárka Ěrbenová, Tomáš Úlehla
Ľudovít Štúr, Ľubica Ĺbiková, Božidara Turzonovová, Ján Vŕba, Mária Kráľová, Štefan Ňaňko, Jozef Máť, Žofia Čičmancová, Matúš Pôbiš, Ľuboš Stĺpec
Győző Fűzfa, Örs Őry, Zsófia Kővári, Ágnes Szűcs, Ödön Böszörményi, Csaba Tóth, Ünige Nyírő, László Űrhegyi, Éva Erdős, Ildikó Gyöngyösi
Ștefan Țepeș, Ioana Brâncuși, Ion Țiriac, Mădălina Ghenea, Răzvan Lucescu, Cătălin Întorsureanu, Șerban Cioculescu, Ana Blandiană, Gheorghe Hagiș, Țuțea Petre
Çağla Şıkel, İbrahim Çelik, Işıl Yıldız, Ömer Ağaoğlu, Gülşen Öğüt, Şükrü Saraçoğlu, Ümit Kıvanç, Ayşe İnal, Uğur Dündar, Ilgın Iğdır
Jānis Bērziņš, Ēriks Ķēniņš, Ģirts Ļaudis, Žanis Ūdris, Šarlote Lēnmane, Ņina Čakste, Kārlis Ulmanis, Īrisa Āre, Raimonds Pauls, Guntis Ķirsis
Žydrūnas Ilgauskas, Ąžuolas Šimkus, Ūla Ėringienė, Jonas Mačiulis, Rūta Meilutytė, Įgilė Žukauskaitė, Ričardas Ųlys, Gražina Čepaitė, Eglė Žemgulė, Šarūnas Jasikevičius
Õnne Pärn, Ülo Sööt, Jüri Järvet, Žanna Šostak, Märt Põder, Tõnu Õnnepalu, Ants Öpik, Kärt Jänes-Kapp, Triin Ü. Rõõm, Šura Žuk
Øyvind Åsen, Kåre Bjørnsen, Ærlig Sæther, Åse Kleveland, Bjørg Størksen, Håkon Ødegård, Jørn Næss, Marit Bjørgen, Pål Håøya, Siv Måløy
Søren Kierkegård, Jørgen Kjær, Åge Ørsted, Æske Brødsgaard, Bjørn Nørgaard, Mette Frederiksen, Ørn Lærke, Anne Grethe Bækgaard, Kåre Høyer, Birgit Åkær
Åsa Öberg, Björn Åkerfeldt, Märta Ängström, Örjan Sjögren, Håkan Lövgren, Linnéa Dahlström, Göran Ålund, Malin Åkerman, Idé Schröder, Åke Östlund
Väinö Linna, Äijö Yläjärvi, Päivi Räsänen, Jyrki Öhman, Mikko Häkkinen, Åke Lindman, Sirkka-Liisa Mäkelä, Töyry Höylä, Pirjo Ääri, Yrjö Kääriäinen
Þórður Ægisson, Ólafur Guðmundsson, Ásta Ýr, Björk Guðmundsdóttir, Hjörtur Þráinsson, Íris Ösp, Úlfur Eðvarð, Éva María, Sigurður Ámundi, Ýmir Örn
Siobhán Ní Bhriain, Séamus Ó Súilleabháin, Róisín O’Neill, Pádraig Mac Giolla, Áine D’Arcy, Éamon Ó Cuív, Úna McKeever, Niamh O'Brien, Íde Ní Laoghaire, Caoimhín Ó Raghallaigh
Núria Puigdemont, Àngel Guimerà, Jordi Gal·lard, Íñigo Ochoa, Ángela Muñoz, José María Ibáñez, Begoña Agüero, Óscar Peña, Úrsula Ñíguez, Lluís Domènech i Montaner
João Gonçalves, Conceição Araújo, António Simões, Inês Magalhães, Ângela Falcão, Nicolò D'Angelo, Niccolò Paganini, Zoë Ġorġ Ħaż-Żebbuġ, Siôn Ŵyn Llŷr, Đorđe Šćepanović
`
  .trim()
  .split(/,\s*|\n/);
