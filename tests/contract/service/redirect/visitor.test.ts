import published from 'crawler-user-agents'
import { describe, expect, it } from 'vitest'
import { crawlers, parseUserAgent } from '../../../../contract/service/redirect/visitor.ts'
import type { Platform } from '../../../../contract/service/redirect/visitor.ts'

/** Patterns that the public collection counts as social previews and we do not, each with the reason. */
const notCrawlers: Record<string, string> = {
  'MetaIAB Facebook': 'A person: the browser inside the Facebook app.',
  'AASA-Bot': 'Apple reads only /.well-known/apple-app-site-association.',
  'github-camo': 'Fetches pictures for readers on GitHub, never a page.',
  GoogleImageProxy: 'Fetches pictures in mails, never a page.',
  YahooMailProxy: 'Fetches pictures in mails, never a page.',
  FastmailUA: 'Fetches pictures in mails, never a page.',
  'Shortwave Image Fetcher': 'Fetches pictures in mails, never a page.',
  'TwilioProxy\\/': 'Fetches media that a message carries, never a page.',
  'Supabase Paired Crawler': 'Reads pages for a database, not to show a card.',
  'dbot\\)': 'A search engine for the owner of a web site; the mark is too short to be sure of.',
  Jetslide: 'A news search engine, gone since 2014.',
  TweetmemeBot: 'Counted shares; gone since 2012.',
  newsharecounts: 'Counted shares; gone since 2019.',
  AddThis: 'Counted shares; gone since 2023.',
}

// The collection's types omit its tags.
const tagged: readonly { pattern: string; instances: string[]; tags?: string[] }[] = published
const isPreview = ({ tags }: { tags?: string[] }) => tags?.includes('social-preview') ?? false
const socialPreviews = tagged.filter(isPreview)

describe('crawlers', () => {
  it.each(socialPreviews.filter(({ pattern }) => !(pattern in notCrawlers)))(
    'parseUserAgent recognizes $pattern',
    ({ instances }) => {
      expect(instances.filter((agent) => parseUserAgent(agent).crawler === null)).toEqual([])
    },
  )

  it('crawlers omits exactly the listed exceptions', () => {
    for (const pattern of Object.keys(notCrawlers)) {
      const instances = socialPreviews.find((entry) => entry.pattern === pattern)?.instances ?? []
      expect(instances.length, pattern).toBeGreaterThan(0)
      expect(instances.filter((agent) => parseUserAgent(agent).crawler !== null)).toEqual([])
    }
  })

  it('parseUserAgent treats search engines, monitors, feed readers and libraries as people', () => {
    const others = tagged.filter((entry) => !isPreview(entry))
    const misclassified = others.flatMap(({ instances }) =>
      instances.filter((agent) => parseUserAgent(agent).crawler !== null),
    )
    expect(misclassified).toEqual([])
  })

  it.each([
    ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'Facebook'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
      'Facebook',
    ],
    ['Twitterbot/1.0', 'X'],
    ['LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)', 'LinkedIn'],
    ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'Slack'],
    ['WhatsApp/2.23.20.0 A', 'WhatsApp'],
    ['TelegramBot (like TwitterBot)', 'Telegram'],
    ['Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)', 'Discord'],
    ['Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5', 'Microsoft'],
    ['Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)', 'Bluesky'],
    ['http.rb/5.1.1 (Mastodon/4.2.1; +https://mastodon.example/)', 'Mastodon'],
  ])('parseUserAgent names the network of %s', (agent, network) => {
    expect(parseUserAgent(agent).crawler).toBe(network)
  })

  it('crawlers uses no stateful regular expressions', () => {
    expect(crawlers.filter(([pattern]) => pattern.global || pattern.sticky)).toEqual([])
  })
})

const iosSafari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const pixel =
  'Mozilla/5.0 (Linux; Android 16; Pixel 10 Build/CP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/146.0 Mobile Safari/537.36'

const people: Record<Platform, Record<string, string>> = {
  ios: {
    Safari: `${iosSafari} Version/18.5 Mobile/15E148 Safari/604.1`,
    Chrome: `${iosSafari} CriOS/138.0 Mobile/15E148 Safari/604.1`,
    Firefox: `${iosSafari} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`,
    'an old iPad':
      'Mozilla/5.0 (iPad; CPU OS 12_5_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1',
    'an iPod':
      'Mozilla/5.0 (iPod touch; CPU iPhone OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/16H81',
    'inside Facebook': `${iosSafari} Mobile/15E148 [FBAN/FBIOS;FBAV/430.0.0.27.101;FBBV/510;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS]`,
    'inside Instagram': `${iosSafari} Mobile/22F76 Instagram 390.0.0.28.85 (iPhone15,2; iOS 18_5; en_US; en; scale=3.00)`,
    'inside Pinterest': `${iosSafari} Mobile/15E148 [Pinterest/iOS]`,
    'inside LinkedIn': `${iosSafari} Mobile/15E148 [LinkedInApp]/9.30`,
    'inside X': `${iosSafari} Mobile/15E148 Twitter for iPhone/11.5`,
    'inside Snapchat': `${iosSafari} Mobile/15E148 Snapchat/13.40 (like Safari/8615.2)`,
    'inside LINE': `${iosSafari} Mobile/15E148 Safari Line/15.9.0`,
    'inside TikTok': `${iosSafari} Mobile/15E148 musical_ly_39.5.0 BytedanceWebview/d8a21c6`,
  },
  android: {
    Chrome:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    Firefox: 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
    'Samsung Internet':
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'a tablet':
      'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'inside Facebook': `${pixel} [FB_IAB/FB4A;FBAV/430.0.0.23.113;]`,
    'inside Facebook, newer': `${pixel} MetaIAB Facebook`,
    'inside Instagram': `${pixel} Instagram 390.0.0.43.81 Android (36/16; 420dpi; 1080x2274; Google/google; Pixel 10)`,
    'inside Pinterest': `${pixel} [Pinterest/Android]`,
    'inside WhatsApp': `${pixel} WhatsApp/2.25.20.79`,
    'inside Viber': `${pixel} Viber/25.1`,
  },
  desktop: {
    Chrome:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    Safari:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    Firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    Edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'a Windows phone':
      'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/52.0 Mobile Safari/537.36 Edge/15.15063',
    'the Notion app':
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Notion/4.12.0 Chrome/134.0.0.0 Electron/35.0 Safari/537.36',
    'the Slack app':
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/134.0 Electron/35.0 Safari/537.36 Slack_SSB/4.43',
    curl: 'curl/8.14.1',
    'no name': '',
  },
}

describe('people', () => {
  it.each(
    Object.entries(people).flatMap(([platform, agents]) =>
      Object.entries(agents).map((agent) => [platform, ...agent] as const),
    ),
  )('parseUserAgent treats %s with %s as a person', (platform, _, agent) => {
    expect(parseUserAgent(agent)).toEqual({ platform, crawler: null })
  })

  it('parseUserAgent treats a missing user agent as desktop', () => {
    expect(parseUserAgent(undefined)).toEqual({ platform: 'desktop', crawler: null })
  })
})
