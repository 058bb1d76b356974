import { type Culture, words } from "./culture.ts";

export const german: Culture = {
  language: "de",
  firstNames: words(`
    Ben Paul Leon Finn Elias Jonas Luis Noah Felix Lukas Maximilian Henry Emil Anton Jakob Oskar Moritz David Julian Tim
    Niklas Philipp Alexander Jan Fabian Tobias Sebastian Florian Christian Daniel Matthias Markus Thomas Andreas Michael
    Stefan Frank Jürgen Klaus Hans Werner Wolfgang Dieter Manfred Uwe Ralf Bernd Jörg Holger Sven Dirk Torsten Ulrich
    Günther Heinz Horst Kurt Rolf Gerhard Helmut Karl Friedrich Konrad Leopold Götz Björn Mehmet Emre Murat Can Marek
    Mia Emma Hannah Sofia Anna Lina Emilia Marie Lena Lea Clara Leonie Johanna Charlotte Frieda Ida Greta Mathilda Luisa
    Sarah Laura Julia Katharina Lisa Vanessa Jana Nina Melanie Stefanie Nicole Sandra Claudia Susanne Petra Sabine Birgit
    Andrea Martina Monika Ursula Renate Brigitte Ingrid Gisela Helga Heike Anja Kerstin Silke Ute Antje Doris Gudrun
    Karin Bärbel Käthe Dörte Elke Franziska Theresa Annika Svenja Merle Paula Ronja Selin Aylin Elif Zeynep Agnieszka
  `),
  lastNames: words(`
    Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf
    Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Schmitz Krause Meier Lehmann
    Schmid Schulze Maier Köhler Herrmann König Walter Mayer Huber Kaiser Fuchs Peters Lang Scholz Möller Weiß Jung Hahn
    Schubert Vogel Friedrich Keller Günther Frank Berger Winkler Roth Beck Lorenz Baumann Franke Albrecht Schuster Simon
    Ludwig Böhm Winter Kraus Martin Schumacher Krämer Vogt Stein Jäger Otto Sommer Groß Seidel Heinrich Brandt Haas
    Schreiber Graf Schulte Dietrich Ziegler Kuhn Kühn Pohl Engel Horn Busch Bergmann Thomas Voigt Sauer Arnold Wolff
    Pfeiffer Götz Yılmaz Kaya Demir Nowak Kowalski Ernst Lindner Hübner Kramer Franz Hansen Paulsen Petersen Beyer Arndt
    Böttcher Ott Seifert Gruber Wimmer Steiner Moser Egger Pichler Hofer Leitner Bühler Gerber Brunner Baumgartner Frei
    Zürcher Ammann Bieri Roos Stalder Wyss Kessler Reuter Barth Nagel Noack Thiele Ebert Jahn Rademacher Rother Stahl
    Ulrich Wendt Wirth Zander Hermann Hesse Hinz Kern Kirchner Kunz Löffler Marx Merkel Metzger Nickel Oswald Reinhardt
  `),
  firms: words(`
    Alpenblick Bergwerk Donau Elbtal Falkenberg Goldbach Hansa Isartal Jungfrau Kronberg Lindenau Morgenstern Neckar Oder
    Preußische_Kontor Quellwerk Rheingold Schwarzwald Taunus Uferlos Vogelsang Werra Zugspitze Adler Brückner Drehwerk
    Eichenhain Feinmechanik_Roth Grünwald Hochspannung Kaltenbach Lichtblick Mühlbach Nordlicht Präzisa Rabenstein
    Spreewald Tannenhof Waldkirch Zeitwerk Ostsee Kupferberg Lechtal Eisvogel Bauhof
  `),
  firmKinds: ["GmbH", "AG", "KG", "& Söhne", "Gruppe", "Technik", "Logistik", ""],
  phones: ["+49176040690##"],
  plates: ["?-?? ####", "??-? ###", "?-?? ###"],
  domain: "de",
};
