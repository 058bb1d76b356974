import { type Culture, words } from "./culture.ts";

export const french: Culture = {
  language: "fr",
  firstNames: words(`
    Jean Pierre Michel André Philippe René Louis Alain Jacques Bernard Marcel Daniel Roger Robert Paul Claude Christian
    Henri Georges Nicolas François Laurent Julien Thomas Antoine Mathieu Maxime Alexandre Guillaume Clément Romain Hugo
    Lucas Théo Léo Gabriel Arthur Raphaël Adam Jules Ethan Nathan Noé Sacha Éric Didier Thierry Pascal Olivier Stéphane
    Sébastien Frédéric Vincent Cédric Jérôme Fabrice Damien Benoît Grégory Ludovic Mehdi Karim Rachid Youssef Bilal
    Marie Jeanne Françoise Monique Catherine Nathalie Isabelle Jacqueline Sylvie Anne Martine Nicole Christine Valérie
    Sandrine Véronique Céline Aurélie Émilie Camille Léa Manon Chloé Inès Jade Louise Alice Lina Mila Zoé Juliette
    Margaux Lucie Clara Sarah Eva Agathe Élise Hélène Florence Corinne Brigitte Delphine Laetitia Virginie Amandine
    Mathilde Pauline Charlotte Marion Justine Noémie Océane Anaïs Fatima Samira Nadia Leïla Yasmine Solène Apolline
    Bérénice Capucine Daphné Edith Garance Honorine Irène Joséphine Clémence Maëlle Ninon Odile Perrine Rosalie Sixtine
  `),
  lastNames: words(`
    Martin Bernard Thomas Petit Robert Richard Durand Dubois Moreau Laurent Simon Michel Lefebvre Leroy Roux David
    Bertrand Morel Fournier Girard Bonnet Dupont Lambert Fontaine Rousseau Vincent Muller Lefèvre Faure André Mercier
    Blanc Guérin Boyer Garnier Chevalier François Legrand Gauthier Garcia Perrin Robin Clément Morin Nicolas Henry
    Roussel Mathieu Gautier Masson Marchand Duval Denis Dumont Marie Lemaire Noël Meyer Dufour Meunier Brun Blanchard
    Giraud Joly Rivière Lucas Brunet Gaillard Barbier Arnaud Martinez Gérard Roche Renard Schmitt Roy Leroux Colin Vidal
    Caron Picard Roger Fabre Aubert Lemoine Renaud Dumas Lacroix Olivier Philippe Bourgeois Pierre Benoît Rey Leclerc
    Payet Rolland Leclercq Guillaume Lecomte Lopez Jean Dupuy Guillot Hubert Berger Carpentier Sanchez Dupuis Moulin
    Louis Deschamps Huet Vasseur Perez Boucher Fleury Royer Klein Jacquet Adam Paris Poirier Marty Aubry Guyot Carré
    Charles Renault Charpentier Ménard Maillard Baron Bertin Bailly Hervé Schneider Fernandez Collet Léger Bouvier Julien
    Prévost Millet Perrot Daniel Cousin Germain Breton Besson Langlois Rémy Pelletier Lévêque Perrier Leblanc Barré
    Lebrun Marchal Weber Mallet Hamon Boulanger Jacob Monnier Michaud Rodriguez Guichard Gillet Étienne Grondin Poulain
    Tessier Chevallier Collin Chauvin Bouchet Gay Lemaître Bénard Maréchal Humbert Reynaud Antoine Hoarau Perret Delmotte
  `),
  firms: words(`
    Lumière Ardenne Beaumont Montclair Rivoli Sablon Belle_Rive Chêne_Vert Delacroix Étoile Fleurus Grandval Horizon_Bleu
    Jourdain Lafontaine Marais Nivelles Orval Palissade Quatre_Vents Rocher Sainte_Anne Tournesol Valmont Waterloo_Bâtiment
    Aurore Bastion Cascade Dauphine Émeraude Fontenelle Galerie_Royale Hautes_Fagnes Île_Verte Jolimont Condroz Mistral
    Novalis Opale Perspectives Renaissance Semois Trèfle Univers_Net Vauban Wallonia_Services
  `),
  firmKinds: ["SA", "SARL", "SRL", "& Fils", "Groupe", "Conseil", "Services", ""],
  phones: ["+32400######", "+3363998####"],
  plates: ["1-???-###", "2-???-###", "??-###-??"],
  domain: "fr",
};
