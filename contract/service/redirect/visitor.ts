export type Platform = 'ios' | 'android' | 'desktop'

/** The visitor of a link: the platform, and the network's name if it is a preview crawler. */
export interface Visitor {
  platform: Platform
  crawler: string | null
}

/**
 * Crawlers that fetch previews for chats and feeds, by their token in the user agent. In-app browsers ("FBAN",
 * "Instagram", …) are visitors. A test compares the list with a public collection.
 */
export const crawlers: readonly (readonly [mark: RegExp, network: string])[] = [
  [/facebookexternalhit|Facebot|meta-external(?:hit|fetcher|agent)|meta-webindexer/i, 'Facebook'],
  [/^WhatsApp\b/i, 'WhatsApp'],
  [/TelegramBot/i, 'Telegram'],
  [/Twitterbot/i, 'X'],
  [/LinkedInBot/i, 'LinkedIn'],
  [/Slackbot|Slack-ImgProxy/i, 'Slack'],
  [/Discordbot/i, 'Discord'],
  [/SkypeUriPreview|MicrosoftPreview|BingPreview/i, 'Microsoft'],
  [/Pinterestbot\/|pinterest\.com\/bot/i, 'Pinterest'],
  [/redditbot/i, 'Reddit'],
  [/Bluesky/i, 'Bluesky'],
  [/Mastodon\//i, 'Mastodon'],
  [/Snap URL Preview|SnapURLPreview/i, 'Snapchat'],
  [/vkShare|VKRobot/i, 'VK'],
  [/OdklBot/i, 'Odnoklassniki'],
  [/^Viber/i, 'Viber'],
  [/Linespider/i, 'LINE'],
  [/GroupMeBot/i, 'GroupMe'],
  [/KeybaseBot/i, 'Keybase'],
  [/Synapse \(bot/i, 'Matrix'],
  [/Mattermost-Bot/i, 'Mattermost'],
  [/^Notion\//i, 'Notion'],
  [/^Tumblr\//i, 'Tumblr'],
  [/Iframely|Embedly/i, 'an embed service'],
  [/Yahoo Link Preview/i, 'Yahoo'],
  [/Google Web Preview/i, 'Google'],
  [/Quora-Bot/i, 'Quora'],
  [/FlipboardProxy/i, 'Flipboard'],
  [/SteamChatURLLookup/i, 'Steam'],
  [/Friendica|Lemmy\/|SummalyBot/i, 'the Fediverse'],
  [/Discourse Forum Onebox/i, 'Discourse'],
  [/DingTalkBot/i, 'DingTalk'],
  [/TikTokSpider/i, 'TikTok'],
  [/^Hatena/i, 'Hatena'],
  [/Xing Bot/i, 'XING'],
  [/GG PeekBot/i, 'Gadu-Gadu'],
  [/Goodreads;/i, 'Goodreads'],
  [/^CodaBot/i, 'Coda'],
  [/^Mediumbot-MetaTagFetcher/i, 'Medium'],
  [/EveryoneSocialBot/i, 'EveryoneSocial'],
  [/^NING\//i, 'Ning'],
  [/^LoomlyBot/i, 'Loomly'],
  [/OpenGraph\.io\/|ListGemBot/i, 'an embed service'],
  // Chatwork, Buffer, ClickUp, Evernote, Orlo, Arena and others that identify themselves.
  [/Link-?Preview|LinkUnfurler|UnfurlBot|RichLinkBot/i, 'a preview service'],
]

/** Parses a `User-Agent` header. A missing or unknown one counts as a desktop browser. */
export function parseUserAgent(userAgent: string | undefined): Visitor {
  // A header can be kilobytes long, but every token is near its start.
  const agent = (userAgent ?? '').slice(0, 1_024)
  return {
    platform: detectPlatform(agent),
    crawler: crawlers.find(([mark]) => mark.test(agent))?.[1] ?? null,
  }
}

function detectPlatform(agent: string): Platform {
  // Windows phones also claimed to be iPhones and Android phones.
  if (/Windows Phone/i.test(agent)) return 'desktop'
  if (/iPhone|iPad|iPod/i.test(agent)) return 'ios'
  return /Android/i.test(agent) ? 'android' : 'desktop'
}
