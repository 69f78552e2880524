import { linkPathIn } from '../../contract/linkPath.ts'
import { lookupAnswerText } from '../api/answer.ts'
import { AdminError } from './command.ts'
import type { Command, Context } from './command.ts'

const pathOrLink = 'PATH is the last part of the link; the whole link will do as well.'

export const linkCommands: Command[] = [
  {
    usage: 'link show PATH',
    about: 'Shows everything that is stored of a link, with its project and environment.',
    details: [pathOrLink, '"access_path" is shown when LINK_ORIGIN is set as for the service.'],
    run: async ({ store, linkOrigin, print }, { operands: [text = ''] }) => {
      const path = readPath(text)
      const link = await (await store('refuse')).findLink(path)
      if (!link) throw noSuchLink(path)
      const origin = linkOrigin()
      const owner = JSON.stringify({ project: link.project, environment: link.environment })
      // As text, since reading and writing `data` again would change its numbers.
      print(`${owner.slice(0, -1)},${lookupAnswerText(link, origin === null ? null : () => origin).slice(1)}`)
    },
  },
  {
    usage: 'link deactivate PATH',
    about: 'Switches a link off, everywhere within a second: visitors are told so.',
    details: [pathOrLink, 'Lookup still returns it. "link activate" undoes it.'],
    run: (context, { operands: [text = ''] }) => setActive(context, readPath(text), false),
  },
  {
    usage: 'link activate PATH',
    about: 'Switches a link on again.',
    details: [pathOrLink],
    run: (context, { operands: [text = ''] }) => setActive(context, readPath(text), true),
  },
]

async function setActive({ store, print }: Context, path: string, active: boolean): Promise<void> {
  if (!(await (await store('refuse')).setLinkActive(path, active, Date.now()))) throw noSuchLink(path)
  print({ path, active })
}

function readPath(text: string): string {
  const path = linkPathIn(text)?.path
  if (path === undefined)
    throw new AdminError(`${JSON.stringify(text)} is neither a link nor the path of one.`)
  return path
}

function noSuchLink(path: string): AdminError {
  return new AdminError(`There is no link with the path ${JSON.stringify(path)}.`)
}
