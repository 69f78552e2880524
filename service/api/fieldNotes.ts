import { limits } from '../../contract/limits.ts'

type Note = Record<string, string | number>

/** What the schemas check but JSON Schema cannot read from them, by the name of a field that is sent as text. */
const texts: Record<string, Note> = {
  title: { description: 'Title displayed in the link preview.', maxLength: limits.title },
  subtitle: { description: 'Subtitle for additional context in previews.', maxLength: limits.subtitle },
  data: {
    description:
      `Metadata delivered to the app: the text of a JSON object, at most ${limits.dataBytes / 1_024} KiB and ` +
      `${limits.dataDepth} levels deep, no key twice. It comes back byte for byte.`,
    contentMediaType: 'application/json',
  },
  tags: {
    description:
      `Tags for categorization: the text of a JSON array of at most ${limits.tags} texts of 1 to ` +
      `${limits.tagLength} characters. Repeats are dropped.`,
    contentMediaType: 'application/json',
  },
  url: {
    description:
      'An absolute URL of any scheme that an app may own, not of one that runs code or reads files.',
    maxLength: limits.url,
  },
  tracking_campaign: { description: 'Campaign name for attribution.', maxLength: limits.tracking },
  tracking_source: { description: 'Traffic source, such as a newsletter.', maxLength: limits.tracking },
  tracking_medium: { description: 'Campaign medium, such as cpc or email.', maxLength: limits.tracking },
}

const flags: Record<string, Note> = {
  open_app_if_installed: { description: 'Whether the app opens when it is installed. Default: true.' },
  show_preview_ios: { description: 'Whether a preview page comes first on iOS.' },
  show_preview_android: { description: 'Whether a preview page comes first on Android.' },
}

/** What the documentation says about a field beyond its type. */
export function fieldNote(name: string | number | undefined, type: unknown): Note {
  if (typeof name !== 'string') return {}
  const notes = type === 'string' ? texts : type === 'boolean' ? flags : {}
  return Object.hasOwn(notes, name) ? (notes[name] ?? {}) : {}
}
