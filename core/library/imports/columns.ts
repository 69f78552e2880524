/** What a column, or a member of a JSON object, says of a link. */
export const roles = [
  'link',
  'path',
  'host',
  'destination',
  'title',
  'tags',
  'campaign',
  'source',
  'medium',
  'environment',
  'note',
] as const
export type Role = (typeof roles)[number]

/** Their names at Dub, Kutt, Bitly, Shlink and in tables that people make, in small letters without spaces and signs. */
const names: Record<Role, readonly string[]> = {
  link: ['link', 'links', 'shortlink', 'shorturl', 'shortenedurl', 'bitlink', 'trackinglink', 'deeplink'],
  path: ['key', 'shortcode', 'path', 'slug', 'address', 'backhalf'],
  host: ['domain', 'host'],
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

const roleByName = new Map(roles.flatMap((role) => names[role].map((name) => [name, role] as const)))

/** The role of each column of a table, by its header. */
export type Columns = (Role | null)[]

/** The columns of a header; `null` where none of them has links. */
export function columnsIn(header: readonly string[]): Columns | null {
  const plain = header.map(plainName)
  const found: Columns = plain.map((name) => roleByName.get(name) ?? null)
  // `url` is the link where nothing else is, and where it leads to beside one.
  const url = plain.indexOf('url')
  const other: Role = found.includes('link') || found.includes('path') ? 'destination' : 'link'
  if (url >= 0 && !found.includes(other)) found[url] = other
  const once: Columns = found.map((role, at) => (found.indexOf(role) === at ? role : null))
  return once.includes('link') || once.includes('destination') ? once : null
}

function plainName(name: string): string {
  return name
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** By which names together the exports of a service are known. */
const signatures: Record<'dub' | 'kutt' | 'bitly' | 'shlink', readonly (readonly string[])[]> = {
  shlink: [['shortcode', 'longurl']],
  kutt: [['address', 'target']],
  bitly: [['bitlink'], ['custombitlinks'], ['link', 'longurl']],
  dub: [
    ['shortlink', 'destinationurl'],
    ['shortlink', 'url'],
    ['link', 'url', 'clicks'],
    ['link', 'url', 'createdat'],
  ],
}

/** The service that has exported a file with these columns; `null` for none that is known. */
export function serviceOf(header: readonly string[]): keyof typeof signatures | null {
  const plain = new Set(header.map(plainName))
  const known = Object.entries(signatures) as [keyof typeof signatures, readonly (readonly string[])[]][]
  const found = known.find(([, ways]) => ways.some((way) => way.every((name) => plain.has(name))))
  return found?.[0] ?? null
}

/** What a row says of a link, by role. */
export type Said = Partial<Record<Role, string>>

export function saidIn(columns: Columns, cells: readonly string[]): Said {
  const said: Said = {}
  columns.forEach((role, at) => {
    const text = cells[at]?.trim()
    if (role && text) said[role] = text
  })
  return said
}
