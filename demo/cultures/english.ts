import { type Culture, words } from "./culture.ts";

export const english: Culture = {
  language: "en",
  firstNames: words(`
    Oliver George Harry Noah Jack Leo Arthur Muhammad Oscar Charlie Jacob Thomas Henry William Alfie Freddie Joshua James
    Edward Daniel Samuel Joseph Benjamin Alexander Adam Max Isaac Ethan Lucas Logan Toby Reuben Michael David John Andrew
    Paul Mark Stephen Ian Robert Richard Christopher Anthony Simon Matthew Kevin Gary Steven Martin Darren Lee Craig Neil
    Stuart Graham Alan Keith Colin Philip Nigel Gareth Rhys Owen Callum Ewan Hamish Declan Connor Sean Liam Patrick Kieran
    Olivia Amelia Isla Ava Mia Ivy Lily Isabella Rosie Sophia Grace Freya Willow Florence Emily Ella Poppy Charlotte
    Evie Elsie Daisy Sienna Phoebe Alice Matilda Harriet Eleanor Imogen Hannah Lucy Jessica Chloe Megan Bethany Sarah
    Claire Nicola Emma Joanne Helen Karen Susan Rachel Rebecca Victoria Samantha Amanda Louise Julie Michelle Alison
    Tracey Sharon Deborah Jacqueline Angela Caroline Fiona Heather Kirsty Morag Siobhan Niamh Aoife Ciara Priya Anjali
    Aisha Zara Fatima Yusuf Imran Amir Ravi Arjun Rohan Chidi Kwame Adaeze Ngozi Tunde Femi Grace Blessing Winston Marcia
  `),
  lastNames: words(`
    Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Robinson Wright Thompson Evans Walker White Roberts
    Green Hall Wood Jackson Clarke Clark Khan Hughes Edwards Lewis Martin Hill Turner Moore Cooper Harris Ward King Baker
    Morris Allen Morgan Lee Harrison Watson Bennett Phillips Young Scott Cook Parker Ahmed Bailey Kelly Shaw Carter
    Richardson Collins Mitchell Cox Begum Marshall Ali Anderson Wilkinson Miller Richards Chapman Webb Murphy Mason Rogers
    Adams Gray Simpson Stevens Russell Lloyd Foster Barnes Holmes Butler Hunt Murray Graham Knight Palmer Dixon Mills
    Powell Fisher Campbell Stewart Robertson Thomson MacDonald Reid Ross Paterson McDonald Henderson Johnston Hamilton
    Gibson Wallace Ferguson O'Brien O'Connor O'Neill Byrne Ryan Walsh Doyle McCarthy Gallagher Doherty Kennedy Lynch Quinn
    Singh Kaur Sharma Shah Hussain Iqbal Malik Chowdhury Okafor Adeyemi Mensah Boateng Nwosu Osei Abbott Atkinson Barker
    Barrett Bartlett Bates Bishop Blackburn Bradshaw Brooks Bryant Burgess Burke Burton Carr Chambers Coleman Cunningham
    Dawson Day Dean Douglas Duncan Elliott Ellis Fletcher Fox Francis Freeman Gardner George Gilbert Goodwin Gordon Grant
    Greenwood Griffiths Hammond Harper Hart Harvey Hawkins Hewitt Hicks Hodgson Holland Hopkins Houghton Howard Hudson
    Jenkins Kemp Lane Lawrence Lawson Lowe Lucas Marsh Matthews May Newman Nicholson Norris Osborne Owen Page Parsons Pearce
  `),
  firms: words(`
    Ashdown Blackfriars Canary Clearwater Drayton Eastgate Fairview Greenford Harcourt Ivybridge Kestrel Lambeth Marlowe
    Northgate Oakwood Pemberton Quayside Redwood Silverstone Thameside Upland Vantage Westbourne Yardley Albion Beacon
    Caldwell Dunmore Elmstead Foxglove Granary Highfield Ironbridge Juniper Kingsway Longford Meridian Newbury Orchard
    Paragon Riverside Saxon Tideway Underwood Verity Windmill Wyndham Anchor Bluebell Crossrail_Works
  `),
  firmKinds: ["Ltd", "plc", "& Sons", "Group", "Partners", "Consulting", "Engineering", ""],
  phones: ["+447700900###"],
  plates: ["??## ???"],
  domain: "co.uk",
};
