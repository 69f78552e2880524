/** The categories of sources that the rules of Google Analytics use. */
export const sourceCategories = ['search', 'shopping', 'social', 'video'] as const
export type SourceCategory = (typeof sourceCategories)[number]

/**
 * Sources that Google Analytics puts into a category. Google publishes about 800 names, most of them referring hosts. This
 * list has those that people write into tracking fields or that big sites send. `named` sources count with and
 * without `.com`; `exact` ones only as they are written.
 */
const known: Readonly<Record<SourceCategory, { named: string; exact: string }>> = {
  search: {
    named: 'yahoo msn naver yandex qwant sogou dogpile',
    exact:
      'google bing baidu duckduckgo ecosia.org aol ask lycos daum daum.net seznam seznam.cz onet onet.pl rambler rambler.ru ' +
      'so.com 360.cn babylon avg comcast cnn conduit centrum.cz eniro startsiden startsiden.no kvasir virgilio terra ' +
      'globo ukr tut.by rakuten rakuten.co.jp biglobe biglobe.co.jp biglobe.ne.jp auone najdi alice search-results ' +
      'incredimail exalead.com excite.com google-play news.google.com ' +
      'search.google.com cn.bing.com m.baidu.com m.naver.com m.search.naver.com m.sogou.com ' +
      'wap.sogou.com lite.qwant.com ntp.msn.com search.aol.com search.aol.co.uk suche.aol.de go.mail.ru mail.rambler.ru ' +
      'yahoo.co.jp uk.search.yahoo.com us.search.yahoo.com de.search.yahoo.com fr.search.yahoo.com es.search.yahoo.com ' +
      'it.search.yahoo.com ca.search.yahoo.com br.search.yahoo.com in.search.yahoo.com au.search.yahoo.com ' +
      'nl.search.yahoo.com mx.search.yahoo.com yandex.ru yandex.by yandex.kz yandex.ua yandex.uz yandex.fr ' +
      'yandex.com.tr zen.yandex.ru mail.yandex.ru',
  },
  shopping: {
    named: 'amazon ebay etsy alibaba walmart shopify stripe mercadolibre shopzilla',
    exact:
      'igshopping amazon.co.uk ebay.co.uk ebay.de ebay.com.au mercadolibre.com.ar mercadolibre.com.mx shop.app ' +
      'm.alibaba.com message.alibaba.com offer.alibaba.com one.walmart.com apps.shopify.com partners.shopify.com ' +
      'checkout.shopify.com checkout.stripe.com shopping.naver.com shopping.yahoo.com shopping.yahoo.co.jp ' +
      'uk.shopping.net se.shopping.net no.shopping.net nl.shopping.net simplycodes.com s3.amazonaws.com ' +
      'aax.amazon-adsystem.com',
  },
  social: {
    named:
      'facebook instagram twitter linkedin pinterest reddit tiktok snapchat whatsapp messenger tumblr quora xing weibo ' +
      'wechat tencent renren douban livejournal blogger blogspot wordpress typepad weebly disqus flickr photobucket ' +
      'deviantart foursquare yelp tripadvisor meetup goodreads wattpad scribd stackoverflow stackexchange serverfault ' +
      'superuser askubuntu digg diigo flipboard instapaper hootsuite tweetdeck buzzfeed buzznet yammer glassdoor ' +
      'classmates myspace friendfeed badoo tagged hi5 ning plurk tuenti houzz ravelry librarything ' +
      'myheritage mubi crunchyroll tudou kakao secondlife habbo imvu gaiaonline techmeme fark tinyurl sharethis ' +
      'addthis netvibes bloglines italki care2 cafemom blackplanet dzone fanpop fotolog cyworld',
    exact:
      'fb fb.me ig t.co t.me bit.ly goo.gl is.gd lnkd.in line line.me zalo skype chat.zalo.me vk.com m.vk.com away.vk.com ' +
      'vkontakte.ru odnoklassniki.ru google+ googleplus googlegroups.com groups.google.com plus.google.com ' +
      'sites.google.com messages.google.com medium.com mix.com slashdot.org slideshare.net last.fm getpocket.com pocket.co ' +
      'scoop.it paper.li smartnews.com news.ycombinator.com academia.edu researchgate.net ancestry.com allrecipes.com ' +
      'fandom.com wikihow.com wikitravel.org wordpress.org edublogs.org over-blog.com overblog.com canalblog.com ' +
      'taringa.net meneame.net gutefrage.net studivz.net hyves.nl draugiem.lv goldenline.pl suomi24.fi vg.no ' +
      'artstation.com pixiv.net niconico nicovideo.jp mixi.jp gree.jp ameblo.jp ameba.jp hatena 5ch.net exblog.jp ' +
      'myanimelist.net 51.com qzone.qq.com blog.naver.com cafe.naver.com kin.naver.com answers.yahoo.com ' +
      'bookmarks.yahoo.com business.facebook.com apps.facebook.com l.facebook.com lm.facebook.com m.facebook.com ' +
      'mobile.facebook.com touch.facebook.com web.facebook.com free.facebook.com l.instagram.com l.messenger.com ' +
      'amp.reddit.com old.reddit.com out.reddit.com m.yelp.com yelp.co.uk pinterest.at pinterest.ca pinterest.ch ' +
      'pinterest.cl pinterest.co.kr pinterest.co.uk pinterest.com.au pinterest.com.mx pinterest.de pinterest.es ' +
      'pinterest.fr pinterest.it pinterest.jp pinterest.nz pinterest.pt pinterest.se woot.com care.com internations.org ' +
      'glassboard identi.ca posterous web.skype.com video.ibm.com rtl.de',
  },
  video: {
    named:
      'youtube vimeo dailymotion netflix hulu disneyplus wistia youku iqiyi ted veoh crackle curiositystream utreon',
    exact:
      'twitch twitch.tv m.twitch.tv player.twitch.tv blog.twitch.tv dashboard.twitch.tv id.twitch.tv m.youtube.com ' +
      'music.youtube.com player.vimeo.com fast.wistia.net d.tube justin.tv iq.com help.hulu.com help.netflix.com ' +
      'jobs.netflix.com',
  },
}

/** The category of each known source, in lower case. */
export const categoryOfSource: ReadonlyMap<string, SourceCategory> = new Map(
  sourceCategories.flatMap((category) => {
    const { named, exact } = known[category]
    const names = named.split(' ').flatMap((name) => [name, `${name}.com`])
    return [...names, ...exact.split(' ')].map((name) => [name, category] as const)
  }),
)
