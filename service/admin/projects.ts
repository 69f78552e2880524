import { createProject } from '../keys/issue.ts'
import { mayHoldProjectKey } from '../keys/projectKey.ts'
import { AdminError } from './command.ts'
import type { Command, Context } from './command.ts'

const longestName = 200

export const projectCommands: Command[] = [
  {
    usage: 'project create NAME',
    about: 'Makes a project and shows its key, this once.',
    details: ['The key is stored only as a hash: put it where your application keeps its secrets at once.'],
    run: async ({ store, print }, { operands: [name = ''] }) => {
      if (name.trim() === '' || name.length > longestName) {
        throw new AdminError(`A project needs a name of 1 to ${longestName} characters.`)
      }
      print(await createProject(await store('make'), name.trim()))
    },
  },
  {
    usage: 'project list',
    about: 'Lists the projects, oldest first, one to a line.',
    details: [],
    run: async ({ store, print }) => {
      for (const { id, name, active, createdAt } of await (await store('refuse')).listProjects()) {
        print({ project: id, name, active, created_at: new Date(createdAt).toISOString() })
      }
    },
  },
  {
    usage: 'project disable PROJECT',
    about: 'Ends all access with the keys of a project, within a second.',
    details: ['Its links go on working for their visitors. "project enable" undoes it.'],
    run: (context, { operands: [id = ''] }) => setActive(context, id, false),
  },
  {
    usage: 'project enable PROJECT',
    about: 'Lets the keys of a disabled project work again.',
    details: [],
    run: (context, { operands: [id = ''] }) => setActive(context, id, true),
  },
]

async function setActive({ store, print }: Context, id: string, active: boolean): Promise<void> {
  if (!(await (await store('refuse')).setProjectActive(id, active))) throw noSuchProject(id)
  print({ project: id, active })
}

/** The refusal that all commands on a project share. */
export function noSuchProject(id: string): AdminError {
  const named = mayHoldProjectKey(id) ? 'by the name of a key' : JSON.stringify(id)
  return new AdminError(`There is no project ${named}. "project list" shows all.`)
}
