/** What a column, or a member of a JSON object, contains. */
export const roles = [
  'link',
  'path',
  'host',
  'customLink',
  'destination',
  'desktop',
  'ios',
  'android',
  'title',
  'subtitle',
  'data',
  'tags',
  'campaign',
  'source',
  'medium',
  'environment',
  'note',
] as const
export type Role = (typeof roles)[number]

/** Column names of Dub, Kutt, Bitly, Shlink and hand-made tables, normalized by `normalizeName`. */
export const columnAliases: Readonly<Record<Role, readonly string[]>> = {
  link: ['link', 'links', 'shortlink', 'shorturl', 'shortenedurl', 'bitlink', 'trackinglink', 'deeplink'],
  path: ['key', 'shortcode', 'path', 'slug', 'address', 'backhalf', 'slashtag'],
  host: ['domain', 'host'],
  customLink: ['customlink'],
  desktop: [],
  ios: ['iosurl'],
  android: ['androidurl'],
  subtitle: [],
  data: [],
  destination: [
    ...['destination', 'destinationurl', 'longurl', 'target', 'targeturl', 'originalurl', 'redirecturl'],
    ...['desktopurl', 'landingpage'],
  ],
  title: ['title', 'name'],
  tags: ['tags', 'tag', 'labels'],
  campaign: ['utmcampaign', 'campaign', 'trackingcampaign'],
  source: ['utmsource', 'source', 'trackingsource'],
  medium: ['utmmedium', 'medium', 'trackingmedium'],
  environment: ['environment'],
  note: ['comments', 'comment', 'note', 'notes', 'description'],
}

/** Returns a name in lower case, with letters and digits only. */
export function normalizeName(name: string): string {
  return name
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
