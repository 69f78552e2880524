/** Addresses of the links in exports. */
export const destination = 'https://www.example.com/sale'
export const ios = 'https://apps.apple.com/app/id1'
export const image = 'https://images.example.com/a.png'
export const android = 'https://play.google.com/store/apps/details?id=a'

interface Format {
  kind: string
  /** Column names and a cell of each, in the order of the export. */
  columns: Record<string, string>
  /** The fields that Bulk maps the columns to. */
  fields: Record<string, string>
  unused: string[]
}

/** Exports as their services write them. Optional columns can be missing; the first two identify the format. */
export const formats: Record<string, Format> = {
  'YOURLS table': {
    kind: 'yourls',
    columns: {
      keyword: 'abc',
      url: destination,
      title: 'Sale',
      timestamp: '2026-01-01',
      ip: '::1',
      clicks: '3',
    },
    fields: { url: 'everyone', title: 'title' },
    unused: ['ip', 'clicks'],
  },
  'YOURLS plugin': {
    kind: 'yourls',
    columns: { source: '/abc/', target: destination, hits: '3' },
    fields: { target: 'everyone' },
    unused: ['hits'],
  },
  'Bitly screen': {
    kind: 'bitly',
    columns: {
      Link: 'https://bit.ly/3x',
      'Custom Link': 'https://go.example/abc',
      'Destination URL': destination,
    },
    fields: { 'Destination URL': 'everyone' },
    unused: [],
  },
  'Bitly variant': {
    kind: 'bitly',
    columns: {
      ...{ Bitlink: 'https://bit.ly/abc', 'Long URL': destination, Title: 'Sale', Created: '2026' },
      ...{ 'Total Clicks': '3', Campaign: 'spring', Tags: 'a' },
    },
    fields: { 'Long URL': 'everyone', Title: 'title', Campaign: 'tracking_campaign', Tags: 'tags' },
    unused: ['Total Clicks'],
  },
  'Firebase Dynamic Links': {
    kind: 'firebase',
    columns: {
      ...{ short_link: 'https://x.page.link/abc', link: 'https://app.example.com/item', ofl: destination },
      ...{ ifl: ios, afl: android, st: 'Sale', sd: 'Now', si: image, utm_campaign: 'spring', isi: '1' },
    },
    fields: {
      ...{ ofl: 'desktop_custom_redirect', ifl: 'ios_custom_redirect', afl: 'android_custom_redirect' },
      ...{ st: 'title', sd: 'subtitle', si: 'image', utm_campaign: 'tracking_campaign', link: 'everyone' },
    },
    unused: ['isi'],
  },
  Sink: {
    kind: 'sink',
    columns: {
      slug: 'abc',
      url: destination,
      title: 'Sale',
      apple: ios,
      google: android,
      geo: 'x',
      description: 'Now',
      image,
    },
    fields: {
      ...{ url: 'everyone', title: 'title', apple: 'ios_custom_redirect' },
      ...{ google: 'android_custom_redirect', description: 'subtitle', image: 'image' },
    },
    unused: ['geo'],
  },
  'Short.io': {
    kind: 'shortio',
    columns: {
      ...{ originalURL: destination, path: 'abc', domain: 's.test', title: 'Sale' },
      ...{ tags: 'a', iosURL: ios, androidURL: android },
    },
    fields: {
      ...{ originalURL: 'everyone', title: 'title', tags: 'tags', iosURL: 'ios_custom_redirect' },
      androidURL: 'android_custom_redirect',
    },
    unused: [],
  },
  Rebrandly: {
    kind: 'rebrandly',
    columns: { slashtag: 'abc', destination, title: 'Sale', shortUrl: 'rb.test/abc', id: '1' },
    fields: { destination: 'everyone', title: 'title' },
    unused: ['id'],
  },
  'Shlink web': {
    kind: 'shlink',
    columns: {
      shortCode: 'abc',
      longUrl: destination,
      shortUrl: 'https://s.test/abc',
      title: 'Sale',
      visits: '3',
    },
    fields: { longUrl: 'everyone', title: 'title' },
    unused: ['visits'],
  },
  'Shlink importer': {
    kind: 'shlink',
    columns: { 'Long URL': destination, 'Short code': 'abc', Tags: 'a' },
    fields: { 'Long URL': 'everyone', Tags: 'tags' },
    unused: [],
  },
  Dub: {
    kind: 'dub',
    columns: {
      'Short link': 'https://dub.sh/abc',
      'Destination URL': destination,
      Clicks: '3',
      'Created at': '2026',
      Image: image,
    },
    fields: { 'Destination URL': 'everyone', Image: 'image' },
    unused: ['Clicks'],
  },
  Kutt: {
    kind: 'kutt',
    columns: { address: 'abc', target: destination, description: 'Note', visit_count: '3' },
    fields: { target: 'everyone' },
    unused: ['visit_count'],
  },
}

export type Table = [name: string, cell: string][]
export const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
/** Writes a table of one row as CSV. */
export const writeTable = (table: Table, delimiter = ',', lineEnd = '\n', cellOf = quote) =>
  [table.map(([name]) => name), table.map(([, cell]) => cell)]
    .map((cells) => cells.map(cellOf).join(delimiter) + lineEnd)
    .join('')
