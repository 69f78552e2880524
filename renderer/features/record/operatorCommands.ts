import type { SavedProfile } from '../../session/currentProfile.ts'

/** Says who can do what only the service can, with the commands if it is a Linkwright service. */
export interface ServiceSideText {
  who: string
  switchOff: string
  /** Shell commands; empty for third-party services. */
  commands: { does: string; command: string }[]
}

type Place = Pick<SavedProfile, 'kind' | 'name' | 'baseUrl' | 'defaults'>

/** What the operators' tool is called by (docs/operating/commands.md): where a service is installed, and in the source. */
const installedTool = 'linkwright'
const sourceTool = 'npm run -s service:admin --'

/**
 * Returns how to count visits and edit or deactivate links: with the admin tool of a Linkwright service, or by asking
 * its operator.
 */
export function describeServiceSide(place: Place, link: string, dataFolder: string): ServiceSideText {
  const host = URL.parse(place.baseUrl)?.host ?? place.baseUrl
  if (place.defaults !== 'ours') {
    return {
      who: `Only the operator of the service at ${host} can do this. Ask them, or whoever gave you the project key for ${place.name}.`,
      switchOff: 'Its operator can switch the link off.',
      commands: [],
    }
  }
  const embedded = place.kind === 'embedded'
  return {
    who: embedded
      ? 'The service on this computer keeps the link, and you are its operator.'
      : `The service at ${host} keeps the link. Ask whoever runs it.`,
    switchOff: embedded
      ? 'To switch it off, open a terminal in the folder with Linkwright’s source and run:'
      : 'To switch it off, its operator runs this where the service is installed:',
    commands: [
      { does: 'Switch it off', command: 'deactivate' },
      { does: 'Switch it on again', command: 'activate' },
      { does: 'Show everything stored', command: 'show' },
    ].map(({ does, command }) => ({
      does,
      command: `${embedded ? `LINKWRIGHT_DATA=${quote(dataFolder)} ${sourceTool}` : installedTool} link ${command} ${quote(link)}`,
    })),
  }
}

/** Quotes an argument for a POSIX shell with single quotes, unless it needs none. */
function quote(text: string): string {
  return /^[\w./:@%-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
