import { type Culture, words } from "./culture.ts";

/** Singapore: Chinese, Malay, Indian and Eurasian names side by side, in English. */
export const singaporean: Culture = {
  language: "en",
  firstNames: words(`
    Wei_Ming Jia_Hui Zhi_Wei Li_Ting Jun_Jie Xin_Yi Kai_Wen Hui_Min Yong_Jie Shu_Fen Boon_Keng Siew_Ling Chee_Keong Mei_Ling
    Kok_Wai Pei_Shan Wai_Kit Yi_Ling Guo_Dong Xiu_Mei Jian_Hao Rui_En Zi_Xuan Yu_Xuan Jing_Yi Kah_Wai Teck_Soon Bee_Hoon
    Swee_Huat Ah_Lian Hock_Seng Geok_Choo Chin_Hwee Poh_Lin Kian_Guan Soo_Hoon Wen_Jun Qian_Hui En_Qi Yan_Ting Zhen_Yu
    Marcus Jasmine Desmond Vanessa Adrian Cheryl Kelvin Rachel Benjamin Michelle Nicholas Joanne Darren Stephanie Gerald
    Cynthia Terence Audrey Raymond Serene Kenneth Valerie Alvin Priscilla Edwin Shirley Vincent Doris Clarence Evelyn
    Muhammad Ahmad Faizal Hafiz Azman Rizal Khairul Shahrul Iskandar Zulkifli Nurul Siti Aisyah Farah Hidayah Noraini
    Rosnah Zainab Suhaila Liyana Amirah Haslinda Rajesh Suresh Kumar Vijay Ganesh Arun Karthik Dinesh Prakash Ramesh
    Priya Lakshmi Deepa Kavitha Shanti Meena Anitha Revathi Geetha Uma Harpreet Gurmit Jaswinder Manjit Simran Melissa
  `),
  lastNames: words(`
    Tan Lim Lee Ng Ong Wong Goh Chua Chan Koh Teo Ang Yeo Tay Ho Low Toh Sim Chong Chia Neo Seah Foo Chew Quek Loh Leong
    Yap Soh Phua Heng Cheong Gan Kwok Lau Liew Mok Pang Poh See Tham Thio Woo Yong Zhang Wang Li Chen Liu Huang Zhao Wu
    Zhou Xu Sun Ma Zhu Hu Guo Lin He Gao Liang Zheng Luo Song Xie Tang Han Cao Deng Feng Xiao Cheng Cai Peng Pan Yuan Dong
    Yu Su Ye Lu Wei Jiang Du Ding Shen Fan Fu Zhong Lai Ooi Khoo Cheah Chin Choo Eng Fong Gwee Hong Kang Kee Khaw Kuah Lam
    bin_Abdullah binte_Rahman bin_Ismail binte_Hassan bin_Ibrahim binte_Osman bin_Yusof binte_Salleh bin_Ahmad binte_Mohamed
    bin_Hamid binte_Jaafar bin_Kassim binte_Said bin_Sulaiman binte_Zainal Nair Pillai Menon Krishnan Subramaniam Raman
    Chandran Govindasamy Naidu Rajan Balakrishnan Muthu Veerappan Iyer Rao Reddy Gupta Mehta Sharma Singh Kaur Gill Sandhu
    Dhillon Fernandez D'Souza Pereira De_Silva Rodrigues Oliveiro Pinto Sequeira Aw Boey Chiam Chng Eu Gay Hiew Jong Kiat
    Kwek Lian Mah Nah Oei Ow Pek Png Quah Sng Soon Tang Teng Thong Tng Ung Wee Yam Yeoh Yip Zhuang
  `),
  firms: words(`
    Merlion Orchid Raffles Straits Temasek_Trading Marina Bukit_Timah Changi Clementi Sentosa Jurong Kallang Lion_City
    Novena Pasir_Panjang Queenstown Rochor Serangoon Tanjong Ubin Vanda Woodlands Yishun Angsana Bamboo Cempaka Dragonfly
    East_Coast Frangipani Golden_Mile Harbourfront Island_Link Jade Keppel_Road Lotus Monsoon Nutmeg Outram Peranakan
    Rain_Tree Sea_Breeze Tembusu Upper_Cross Victoria Wayang Equator
  `),
  firmKinds: ["Pte Ltd", "Holdings", "Logistics", "Engineering", "Trading", "Asia", "Technologies", ""],
  phones: ["+650#######"],
  plates: ["S?? ####?", "G?? ####?"],
  domain: "sg",
};

/** Japan: names in Latin letters, as on an international visitor's badge. */
export const japanese: Culture = {
  language: "en",
  firstNames: words(`
    Haruto Yuto Sota Yuki Hayato Haruki Ryusei Koki Sora Sosuke Riku Daiki Takumi Ren Kaito Kenta Shota Naoki Kazuki
    Takashi Hiroshi Kenji Makoto Satoshi Tetsuya Hideki Kazuo Akira Minoru Shigeru Osamu Yoshio Mamoru Tadashi Isamu Jiro
    Ichiro Saburo Goro Noboru Toru Masaru Susumu Wataru Yusuke Daisuke Ryota Tomoya Keita Shun Kei Jun Shin Ryo Go Dai
    Yui Rio Yuna Hina Hinata Mei Sakura Aoi Kokona Misaki Nanami Miyu Riko Himari Akari Yuka Ayaka Haruka Mayumi Naomi
    Keiko Kyoko Noriko Yoko Michiko Kazuko Hiroko Yumiko Tomoko Junko Akiko Reiko Etsuko Setsuko Chieko Fumiko Hanako
    Emi Mika Rika Yuri Eri Mari Miho Saki Kaori Chika Maki Aya Nao Asuka Natsuki Mizuki Kana Moe Rina Erika Shiori Kotone
  `),
  lastNames: words(`
    Sato Suzuki Takahashi Tanaka Watanabe Ito Yamamoto Nakamura Kobayashi Kato Yoshida Yamada Sasaki Yamaguchi Matsumoto
    Inoue Kimura Hayashi Shimizu Yamazaki Mori Abe Ikeda Hashimoto Ishikawa Yamashita Ogawa Ishii Hasegawa Goto Okada Kondo
    Maeda Fujita Endo Aoki Sakamoto Murakami Ota Kaneko Fujii Fukuda Nishimura Miura Takeuchi Nakagawa Okamoto Matsuda
    Harada Nakano Ono Tamura Fujiwara Nakayama Ishida Kojima Wada Morita Uchida Shibata Sakai Yokoyama Miyazaki Miyamoto
    Ando Ueda Takagi Kudo Imai Sakurai Takada Maruyama Sugiyama Otsuka Chiba Sugawara Arai Kono Noguchi Nomura Matsui
    Kikuchi Iwasaki Sano Kinoshita Matsuo Hirano Ueno Hoshino Kawamura Taguchi Tsuchiya Honda Kubo Hamada Nakajima Kawaguchi
    Kitamura Sekiguchi Iwata Higuchi Minami Matsuoka Yano Adachi Baba Nagai Oda Hirata Sugimoto Tsuji Kawasaki Shimada
    Asano Ogata Nishida Hirai Kuroda Amano Tsukamoto Yoshikawa Kamata Onishi Takeda Muto Iida Oyama Konishi Seki Ozawa
  `),
  firms: words(`
    Asahi_Shoji Sakura Fuji_Kogyo Hikari Midori Mizuho_Trading Nagano Aozora Shinwa Kyowa Daiwa_Seiki Taiyo Hokuto Minato
    Sumida Kawase Yamato_Unso Tokiwa Matsukaze Hoshizora Kiku Momiji Tsubasa Wakaba Ginza_Design Ueno_Denki Shibaura Aoba
    Kanda_Press Musashi Nikko_Optics Chiyoda_Works Akebono Izumi Umeda Kaigan Kosei Meiji_Dori Nanairo Odaiba
  `),
  firmKinds: ["K.K.", "Co., Ltd.", "G.K.", "Holdings", "Systems", "Logistics", ""],
  phones: ["+81900000####"],
  plates: ["Shinagawa ### ##-##", "Nerima ### ##-##"],
  domain: "jp",
};
