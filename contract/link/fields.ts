import { limits } from '../limits.ts'

/** The sections of a link's fields, in the order in which they are listed. */
export const sectionTitles = {
  basics: 'Basics',
  places: 'Where it goes',
  tracking: 'Tracking',
  preview: 'Preview page',
  tags: 'Tags',
  data: 'App data',
} as const
export type SectionName = keyof typeof sectionTitles

/**
 * What a field holds, by which every part of the program knows what to do with it. `text` and `tracking` are texts of at
 * most `limit` code points; an omitted `text` is stored as an empty one, an omitted `tracking` as none, and it goes to
 * addresses as `utm_…`. `data` and `tags` are texts that hold JSON. `appTarget` and `target` say where visitors go, on a
 * phone or elsewhere. `preview` is a yes or no that lookup tells for all platforms together.
 */
export type FieldKind = 'text' | 'data' | 'tags' | 'appTarget' | 'target' | 'preview' | 'tracking'

interface LinkField {
  kind: FieldKind
  section: SectionName
  /** What it is called on the screen. */
  label: string
  /** What else is said above the column of a table, in English and German: small letters without signs, spaces between. */
  alsoCalled: string
  /** What the service's documentation says of it beyond its type. */
  about?: string
}

/** The same of a text: it has a limit, and an example that its empty input shows. */
interface LinkText extends LinkField {
  kind: 'text' | 'tracking'
  limit: number
  example: string
  about: string
}

interface OtherField extends LinkField {
  kind: Exclude<FieldKind, LinkText['kind']>
}

/**
 * The fields of a link that `POST /generate_link` takes (specification 4.1), in the specification's order. This is the one
 * place that lists them: schemas, comparison, form, *Find*, suggestions and columns are made from it or fail to compile.
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
    section: 'basics',
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
      `Metadata delivered to the app: the text of a JSON object, at most ${limits.dataBytes / 1_024} KiB and ` +
      `${limits.dataDepth} levels deep, no key twice. It comes back byte for byte.`,
  },
  tags: {
    kind: 'tags',
    section: 'tags',
    label: 'Tags',
    alsoCalled: 'schlagwörter schlagworte schlagwort stichwörter stichworte label etiketten',
    about:
      `Tags for categorization: the text of a JSON array of at most ${limits.tags} texts of 1 to ` +
      `${limits.tagLength} characters. Repeats are dropped.`,
  },
  ios_custom_redirect: {
    kind: 'appTarget',
    section: 'places',
    label: 'iPhone and iPad',
    alsoCalled:
      'ios iosurl iphone ipad iphoneurl iphoneipad iphoneundipad apple appstore appstoreurl iosziel ' +
      'iphoneziel iosadresse iosredirect iostarget',
  },
  android_custom_redirect: {
    kind: 'appTarget',
    section: 'places',
    label: 'Android',
    alsoCalled:
      'androidurl androidziel androidadresse androidredirect androidtarget playstore playstoreurl ' +
      'googleplay',
  },
  desktop_custom_redirect: {
    kind: 'target',
    section: 'places',
    label: 'Desktop',
    alsoCalled: 'desktopurl desktopziel desktopadresse desktopredirect desktoptarget computer pc mac rechner',
  },
  show_preview_ios: {
    kind: 'preview',
    section: 'preview',
    label: 'Preview page, iPhone and iPad',
    alsoCalled:
      'showpreviewios previewios iospreview previewiphone vorschauios vorschauiphone vorschauseiteios ' +
      'vorschauseiteiphone',
    about: 'Whether a preview page comes first on iOS.',
  },
  show_preview_android: {
    kind: 'preview',
    section: 'preview',
    label: 'Preview page, Android',
    alsoCalled: 'previewandroid androidpreview vorschauandroid vorschauseiteandroid',
    about: 'Whether a preview page comes first on Android.',
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
} as const satisfies Record<string, LinkText | OtherField>

type Table = typeof linkFields
export type FieldName = keyof Table
/** The names of the fields of a kind. */
export type FieldOf<K extends FieldKind> = {
  [N in FieldName]: Table[N]['kind'] extends K ? N : never
}[FieldName]

/** Every field, in the specification's order; also the vocabulary for "did you mean". */
export const fieldNames = namesOf(linkFields)

/** The fields of a kind. */
export function fieldsOf<K extends FieldKind>(kind: K): readonly FieldOf<K>[] {
  return fieldNames.filter((name): name is FieldOf<K> => linkFields[name].kind === kind)
}

/** The fields of a section. */
export function fieldsIn(section: SectionName): readonly FieldName[] {
  return fieldNames.filter((name) => linkFields[name].section === section)
}

/** What a tracking field counts by: `campaign` for `tracking_campaign`. */
export type TrackingName = FieldOf<'tracking'> extends `tracking_${infer Name}` ? Name : never
export const trackingNames = fieldsOf('tracking').map((field) => trackingName(field))

/** `campaign` for `tracking_campaign`. */
export function trackingName(field: FieldOf<'tracking'>): TrackingName {
  return field.slice('tracking_'.length) as TrackingName
}

/** One value for each name. */
export function byName<N extends string, V>(names: readonly N[], valueOf: (name: N) => V): Record<N, V> {
  const values = {} as Record<N, V>
  for (const name of names) values[name] = valueOf(name)
  return values
}

/** The keys of an object that has no others, in their order. */
export function namesOf<T extends object>(object: T): (keyof T & string)[] {
  return Object.keys(object) as (keyof T & string)[]
}

/** What `make` makes of each field by its kind: the fields of an object schema, for one. */
export type MadeByKind<Makers extends Record<FieldKind, (limit: number) => unknown>> = {
  [N in FieldName]: ReturnType<Makers[Table[N]['kind']]>
}

/** Makes something of every field by its kind. `limit` is that of a text. */
export function madeByKind<Makers extends Record<FieldKind, (limit: number) => unknown>>(
  makers: Makers,
): MadeByKind<Makers> {
  return byName(fieldNames, (name) => {
    const field: LinkText | OtherField = linkFields[name]
    return makers[field.kind]('limit' in field ? field.limit : 0)
  }) as MadeByKind<Makers>
}

/** What each function of an object gives for its name's value. */
export function mapValues<V, F extends Record<string, (value: V) => unknown>>(
  functions: F & Record<string, (value: V) => unknown>,
  valueOf: (name: keyof F & string) => V,
): { [N in keyof F]: ReturnType<F[N]> } {
  return byName(namesOf<F>(functions), (name) => functions[name](valueOf(name))) as {
    [N in keyof F]: ReturnType<F[N]>
  }
}

/** Some of an object's entries. */
export function pick<T extends object, N extends keyof T & string>(
  object: T,
  names: readonly N[],
): Pick<T, N> {
  return byName(names, (name) => object[name]) as Pick<T, N>
}
