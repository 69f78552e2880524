import type { SavedProfile } from '../../session/currentProfile.ts'

/** Who can do what only the service can do, with the commands if it is a Linkwright service. */
export interface ServiceSideText {
  who: string
  switchOff: string
  /** Shell commands; empty for third-party services. */
  commands: { does: string; command: string }[]
}

type Service = Pick<SavedProfile, 'kind' | 'name' | 'baseUrl' | 'defaults'>

/** How to run the operators' tool (docs/operating/commands.md) in an installed service and in the source folder. */
const installedTool = 'linkwright'
const sourceTool = 'npm run -s service:admin --'

/**
 * Returns how to count visits and edit or deactivate links: with the admin tool of a Linkwright service, or by asking
 * its operator.
 */
export function describeServiceSide(service: Service, link: string, dataFolder: string): ServiceSideText {
  const host = URL.parse(service.baseUrl)?.host ?? service.baseUrl
  if (service.defaults !== 'ours') {
    return {
      who: `Only whoever runs the service at ${host} can do this. Ask them, or the person who gave you the project key for ${service.name}.`,
      switchOff: 'Whoever runs the service can switch the link off.',
      commands: [],
    }
  }
  const embedded = service.kind === 'embedded'
  return {
    who: embedded
      ? 'This link is stored by the service on this computer, which you run yourself.'
      : `This link is stored by the service at ${host}. Ask whoever runs it.`,
    switchOff: embedded
      ? 'To switch it off, open a terminal in the folder with Linkwright’s source and run:'
      : 'To switch it off, whoever runs the service runs this command where it’s installed:',
    commands: [
      { does: 'Switch it off', command: 'deactivate' },
      { does: 'Switch it back on', command: 'activate' },
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
