import { limits } from '../api/limits.ts'

/** The sections of a link's fields, in display order. */
export const sectionTitles = {
  basics: 'Address and title',
  tracking: 'Tracking',
  tags: 'Tags',
  phones: 'Phones',
  card: 'Preview card',
  data: 'App data',
} as const
export type SectionName = keyof typeof sectionTitles

interface LinkField {
  /**
   * The kind of the value. `text`, `tracking`: up to `limit` code points (if omitted, stored as `''` or `null`). `data`,
   * `tags`: JSON text. `appTarget`, `target`: where visitors go on a phone or elsewhere. `preview`: a boolean. `path`: an own
   * path, which only our service announces (`paths`). `image`: the address of the preview's image, likewise (`image`).
   * `parameter`: a parameter of the addresses, which isn't a field of the API.
   */
  kind: string
  section: SectionName
  /** The field's name on the screen. */
  label: string
  /** Other names in column headers, English and German: lower case, no punctuation, separated by spaces. */
  alsoCalled: string
  /** The field's description in the API documentation. */
  about?: string
  /** Maximum length of a text. */
  limit?: number
  /** The placeholder of a text's input. */
  example?: string
}

/**
 * The fields of `POST /generate_link` (specification 4.1), in the specification's order, and then the usual parameters of
 * addresses, named `?utm_content`. This is the only list: schemas, comparison, form, *Find*, suggestions and columns are
 * derived from it or fail to compile.
 */
export const linkFields = {
  title: {
    kind: 'text',
    section: 'basics',
    label: 'Title',
    alsoCalled: 'titel überschrift headline bezeichnung linktitle linktitel',
    limit: limits.title,
    example: 'Summer sale: 30 % off everything',
    about: 'Title displayed in the link preview.',
  },
  subtitle: {
    kind: 'text',
    section: 'card',
    label: 'Subtitle',
    alsoCalled: 'untertitel unterzeile beschreibungstext previewtext vorschautext',
    limit: limits.subtitle,
    example: 'Until Sunday, in the app and in every shop',
    about: 'Subtitle for additional context in previews.',
  },
  data: {
    kind: 'data',
    section: 'data',
    label: 'App data',
    alsoCalled: 'data appdata daten appdaten payload json metadata metadaten deeplinkdata',
    about:
      `Metadata delivered to the app: a JSON object as a string, at most ${limits.dataBytes / 1_024} KiB and ` +
      `${limits.dataDepth} levels deep, without duplicate keys. Returned byte for byte.`,
  },
  tags: {
    kind: 'tags',
    section: 'tags',
    label: 'Tags',
    alsoCalled: 'schlagwörter schlagworte schlagwort stichwörter stichworte label etiketten',
    about:
      `Tags for categorization: a JSON array as a string, with at most ${limits.tags} strings of 1 to ` +
      `${limits.tagLength} characters. Duplicates are dropped.`,
  },
  ios_custom_redirect: {
    kind: 'appTarget',
    section: 'phones',
    label: 'iPhone and iPad',
    alsoCalled:
      'ios iosurl iphone ipad iphoneurl iphoneipad iphoneundipad apple appstore appstoreurl iosziel ' +
      'iphoneziel iosadresse iosredirect iostarget',
  },
  android_custom_redirect: {
    kind: 'appTarget',
    section: 'phones',
    label: 'Android',
    alsoCalled:
      'androidurl androidziel androidadresse androidredirect androidtarget playstore playstoreurl ' +
      'googleplay',
  },
  desktop_custom_redirect: {
    kind: 'target',
    section: 'basics',
    label: 'Desktop',
    alsoCalled: 'desktopurl desktopziel desktopadresse desktopredirect desktoptarget computer pc mac rechner',
  },
  show_preview_ios: {
    kind: 'preview',
    section: 'card',
    label: 'Preview page, iPhone and iPad',
    alsoCalled:
      'showpreviewios previewios iospreview previewiphone vorschauios vorschauiphone vorschauseiteios ' +
      'vorschauseiteiphone',
    about: 'Whether iOS visitors see a preview page first.',
  },
  show_preview_android: {
    kind: 'preview',
    section: 'card',
    label: 'Preview page, Android',
    alsoCalled: 'previewandroid androidpreview vorschauandroid vorschauseiteandroid',
    about: 'Whether Android visitors see a preview page first.',
  },
  tracking_campaign: {
    kind: 'tracking',
    section: 'tracking',
    label: 'Campaign',
    alsoCalled: 'kampagne utmkampagne kampagnenname campaignname utmcampaignname',
    limit: limits.tracking,
    example: 'summer-sale',
    about: 'Campaign name for attribution.',
  },
  tracking_source: {
    kind: 'tracking',
    section: 'tracking',
    label: 'Source',
    alsoCalled: 'quelle utmquelle kampagnenquelle trafficsource channel kanal',
    limit: limits.tracking,
    example: 'newsletter',
    about: 'Traffic source, such as a newsletter.',
  },
  tracking_medium: {
    kind: 'tracking',
    section: 'tracking',
    label: 'Medium',
    alsoCalled: 'utmmedium medien kanalmedium mediumtype',
    limit: limits.tracking,
    example: 'email',
    about: 'Campaign medium, such as cpc or email.',
  },
  path: {
    kind: 'path',
    section: 'basics',
    label: 'Path',
    alsoCalled:
      'ownpath custompath customslug slug shortcode backhalf custombackhalf keyword alias pfad eigenerpfad kurzpfad wunschpfad',
    about:
      'An own path: letters, digits, hyphens, underscores, dots and tildes. Unique on the link host without regard to case.',
  },
  image: {
    kind: 'image',
    section: 'card',
    label: 'Preview image',
    alsoCalled:
      'bild bildurl bildadresse vorschaubild imageurl ogimage picture pictureurl thumbnail socialimage socialmetaimage cardimage',
    about: 'Address of the image in the link preview: https://, on a public host.',
  },
  '?utm_id': parameter('Campaign ID', 'abc.123', 'kampagnenid'),
  '?utm_term': parameter('Term', 'running-shoes', 'keywords suchbegriff suchwort'),
  '?utm_content': parameter('Content', 'header-banner', 'inhalt anzeigeninhalt adcontent'),
  '?cid': parameter('Channel ID', 'em-1042', 'trackingcode'),
  '?ref': parameter('Referrer', 'partner', 'referenz'),
  '?mtm_campaign': parameter('Matomo campaign', 'summer-sale', ''),
  '?mtm_source': parameter('Matomo source', 'newsletter', ''),
  '?mtm_medium': parameter('Matomo medium', 'email', ''),
} as const satisfies Record<string, LinkField>

function parameter(label: string, example: string, alsoCalled: string) {
  return { kind: 'parameter', section: 'tracking', label, example, alsoCalled } as const
}

type Table = typeof linkFields
export type AnyFieldKind = Table[keyof Table]['kind']
export type FieldKind = Exclude<AnyFieldKind, 'parameter'>
/** The names of the fields of a kind. */
export type FieldOf<K extends AnyFieldKind> = {
  [N in keyof Table]: Table[N]['kind'] extends K ? N : never
}[keyof Table]
export type FieldName = FieldOf<FieldKind>

/** The names of the fields of a request, in the specification's order. Also the vocabulary for "did you mean". */
export const fieldNames = namesOf(linkFields).filter(
  (name): name is FieldName => linkFields[name].kind !== 'parameter',
)

/** Returns the names of the fields of a kind. */
export function fieldsOf<K extends AnyFieldKind>(kind: K): readonly FieldOf<K>[] {
  return namesOf(linkFields).filter((name): name is FieldOf<K> => linkFields[name].kind === kind)
}

/** The fields that a change can have: all but the path. */
export const changeableFields = fieldNames.filter(
  (name): name is Exclude<FieldName, FieldOf<'path'>> => linkFields[name].kind !== 'path',
)

/** Returns the names of the fields of a section. */
export function fieldsIn(section: SectionName): readonly FieldName[] {
  return fieldNames.filter((name) => linkFields[name].section === section)
}

/** The fields by which links count as duplicates: destinations and app data. */
export const targetFields = [...fieldsOf('appTarget'), ...fieldsOf('target')]
export const duplicateKeyFields = [...targetFields, ...fieldsOf('data')]

/** The short name of a tracking field: `campaign` for `tracking_campaign`. */
export type TrackingName = FieldOf<'tracking'> extends `tracking_${infer Name}` ? Name : never
export const trackingNames = fieldsOf('tracking').map((field) => trackingName(field))

/** Returns `campaign` for `tracking_campaign`. */
export function trackingName(field: FieldOf<'tracking'>): TrackingName {
  return field.slice('tracking_'.length) as TrackingName
}

/** Returns an object with one value per name. */
export function byName<N extends string, V>(names: readonly N[], valueOf: (name: N) => V): Record<N, V> {
  const values = {} as Record<N, V>
  for (const name of names) values[name] = valueOf(name)
  return values
}

/** Returns the keys of an object, typed. The object must have no other keys. */
export function namesOf<T extends object>(object: T): (keyof T & string)[] {
  return Object.keys(object) as (keyof T & string)[]
}

/** Returns an object with only the given entries. */
export function pick<T extends object, N extends keyof T & string>(
  object: T,
  names: readonly N[],
): Pick<T, N> {
  return byName(names, (name) => object[name]) as Pick<T, N>
}
