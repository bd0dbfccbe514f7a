package stampede.demo;

import java.util.List;
import stampede.account.AccountId;
import stampede.catalog.OfferPublishing;
import stampede.money.Money;

/**
 * A product of the demonstration.
 *
 * @param name in both languages
 * @param picture its picture's path
 * @param listPriceFen its usual price
 * @param english what it is
 * @param chinese the same
 */
record DemoProduct(String name, String picture, long listPriceFen, String english, String chinese) {

    static final List<DemoProduct> ALL = List.of(
            new DemoProduct(
                    "Celadon teapot 青瓷茶壶",
                    "/pictures/celadon-teapot.svg",
                    32_900,
                    "Thrown by hand and glazed in the green of the Longquan kilns. Holds six cups and does not drip.",
                    "手工拉坯，龙泉青釉，可盛六杯，断水利落。"),
            new DemoProduct(
                    "Mechanical keyboard 机械键盘",
                    "/pictures/mechanical-keyboard.svg",
                    49_900,
                    "Sixty-five keys, quiet tactile switches, an aluminium frame. Cable or Bluetooth.",
                    "六十五键，静音段落轴，铝合金外壳，有线与蓝牙双模。"),
            new DemoProduct(
                    "Red paper lantern 红纸灯笼",
                    "/pictures/paper-lantern.svg",
                    8_900,
                    "Folded paper on a bamboo frame, with a warm light inside and golden tassels.",
                    "竹骨纸面，内置暖光，金色流苏。"),
            new DemoProduct(
                    "Road bicycle 公路自行车",
                    "/pictures/road-bicycle.svg",
                    329_900,
                    "A steel frame of nine kilograms, sixteen gears, tyres for wet streets. Ready to ride.",
                    "钢架整车九公斤，十六速，防滑胎，开箱即骑。"),
            new DemoProduct(
                    "Over-ear headphones 头戴式耳机",
                    "/pictures/headphones.svg",
                    89_900,
                    "Forty hours on one charge. Turns the underground into a library.",
                    "一次充电四十小时，地铁秒变图书馆。"),
            new DemoProduct(
                    "Silk scarf 真丝围巾",
                    "/pictures/silk-scarf.svg",
                    26_900,
                    "Mulberry silk from Hangzhou, printed with loquats and hemmed by hand.",
                    "杭州桑蚕丝，枇杷印花，手工卷边。"),
            new DemoProduct(
                    "Rice cooker 电饭煲",
                    "/pictures/rice-cooker.svg",
                    39_900,
                    "Three litres, eight programmes, ready when you wake up. Porridge, too.",
                    "三升容量，八种程序，定时预约，也会熬粥。"),
            new DemoProduct(
                    "Film camera 胶片相机",
                    "/pictures/film-camera.svg",
                    159_900,
                    "Thirty-five millimetres, a bright viewfinder, no battery needed for the shutter.",
                    "三十五毫米胶片，取景明亮，机械快门无需电池。"),
            new DemoProduct(
                    "Running shoes 跑步鞋",
                    "/pictures/running-shoes.svg",
                    59_900,
                    "Light, wide at the toes, and good for seven hundred kilometres.",
                    "轻盈宽楦，耐跑七百公里。"),
            new DemoProduct(
                    "Mooncake box 月饼礼盒",
                    "/pictures/mooncake-box.svg",
                    16_800,
                    "Four mooncakes: lotus seed, red bean, five kernels, salted egg. Baked this week.",
                    "莲蓉、红豆、五仁、蛋黄各一，本周新烤。"),
            new DemoProduct(
                    "Blue and white vase 青花瓷瓶",
                    "/pictures/porcelain-vase.svg",
                    68_900,
                    "Painted by hand in Jingdezhen; no two have the same flower.",
                    "景德镇手绘，朵朵不同。"),
            new DemoProduct(
                    "Robot vacuum 扫地机器人",
                    "/pictures/robot-vacuum.svg",
                    199_900,
                    "Sweeps, mops, finds its way home, and leaves the cat alone.",
                    "能扫能拖，自动回充，不惊扰猫咪。"),
            new DemoProduct(
                    "Leather backpack 双肩背包",
                    "/pictures/backpack.svg",
                    45_900,
                    "Room for a laptop, a lunch and a coat. Gets better with the years.",
                    "放得下电脑、午餐和外套，越用越有味道。"),
            new DemoProduct(
                    "Coffee grinder 手摇磨豆机",
                    "/pictures/coffee-grinder.svg",
                    28_900,
                    "Steel burrs, twenty settings, forty turns for one cup.",
                    "钢制磨芯，二十档粗细，四十圈一杯。"),
            new DemoProduct(
                    "Plum blossom umbrella 红梅雨伞",
                    "/pictures/plum-umbrella.svg",
                    12_900,
                    "Holds in a gale, dries in an hour, and blooms in the rain.",
                    "抗强风，一小时晾干，雨中开花。"),
            new DemoProduct(
                    "Wrist watch 腕表",
                    "/pictures/wrist-watch.svg",
                    129_900,
                    "Hand-wound, sapphire glass, forty-two hours of reserve. On time for every sale.",
                    "手动上链，蓝宝石镜面，动力四十二小时，抢购不迟到。"),
            new DemoProduct(
                    "Cast-iron wok 铸铁炒锅",
                    "/pictures/cast-iron-wok.svg",
                    21_900,
                    "Thirty-two centimetres, seasoned with oil, at home on gas and induction.",
                    "口径三十二厘米，已开锅，明火电磁炉通用。"),
            new DemoProduct(
                    "Desk lamp 护眼台灯",
                    "/pictures/desk-lamp.svg",
                    19_900,
                    "Does not flicker, dims by touch, and stays where you put it.",
                    "无频闪，触摸调光，想停哪儿停哪儿。"),
            new DemoProduct(
                    "Bamboo steamer 竹蒸笼",
                    "/pictures/bamboo-steamer.svg",
                    9_900,
                    "Two tiers and a lid, woven in Anji. Ten dumplings each.",
                    "安吉手编，两层带盖，每层十只。"),
            new DemoProduct(
                    "Potted rubber plant 橡皮树盆栽",
                    "/pictures/rubber-plant.svg",
                    7_900,
                    "Forty centimetres tall, forgives holidays and dark corners.",
                    "高四十厘米，耐阴耐旱，出差也不怕。"),
            new DemoProduct(
                    "Folding fan 折扇",
                    "/pictures/folding-fan.svg",
                    6_800,
                    "Violet silk on bamboo ribs, painted with plum blossom.",
                    "竹骨紫绢，手绘梅花。"),
            new DemoProduct(
                    "Skateboard 滑板",
                    "/pictures/skateboard.svg",
                    35_900,
                    "Seven layers of maple, soft wheels for rough streets.",
                    "七层枫木，软轮不挑路面。"),
            new DemoProduct(
                    "Tent for two 双人帐篷",
                    "/pictures/camping-tent.svg",
                    69_900,
                    "Up in four minutes, dry for a week, two kilograms in the pack.",
                    "四分钟搭好，防雨一周，收纳仅两公斤。"),
            new DemoProduct(
                    "Ukulele 尤克里里",
                    "/pictures/ukulele.svg",
                    38_900,
                    "Mahogany, tuned and strung, with a bag and the first three songs.",
                    "桃花心木，已调音，送琴包和三首入门曲。"));

    OfferPublishing.NewProduct of(AccountId seller) {
        var description = "<p>" + english + "</p><p lang=\"zh-CN\">" + chinese + "</p>";
        return new OfferPublishing.NewProduct(seller, name, description, picture, new Money(listPriceFen));
    }
}
