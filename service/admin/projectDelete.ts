import { recordAct } from './acts.ts'
import { AdminError } from './command.ts'
import type { CommandRow, Context } from './command.ts'
import { countLinks, deleteProject } from './deletion.ts'
import { flagOption } from './options.ts'
import { findAnyProject } from './projects.ts'
import type { FoundProject } from './projects.ts'

export const projectDeleteCommands: CommandRow[] = [
  {
    words: 'project delete',
    operands: ['PROJECT'],
    about: 'Deletes a project with all that its links hold, after a question. Nothing brings it back.',
    details: [
      'Its keys end. Its links keep nothing but their paths, which are never given again: visitors see that they are switched',
      'off (410). How often they were visited, and how they were changed, is forgotten. The id and the name of the project stay, with the day of this.',
      'It asks for the name of the project. When it was interrupted, the same command finishes it. Backups made before have',
      'all of it still: see docs/operating/commands.md.',
    ],
    options: [
      flagOption('dry-run', 'says what would be deleted, and deletes nothing.'),
      flagOption('yes', 'asks no question, for scripts.'),
    ],
    run: async (context, { operands: [id = ''], options }) => {
      const { store, print } = context
      const found = await findAnyProject(store, id)
      const { id: project, name } = found.project
      if (options['dryRun'] === true) {
        const links = await countLinks(found.store, project)
        print({ project, name, dry_run: true, keys: await countKeys(found), links })
        return
      }
      if (options['yes'] !== true) await confirmDeletion(context, found)
      await recordAct(found.store, 'project delete', { project })
      print({ project, name, ...(await deleteProject(found.store, found.project)) })
    },
  },
]

async function confirmDeletion(
  context: Context,
  { store, project: { id, name } }: FoundProject,
): Promise<void> {
  const links = await countLinks(store, id)
  const answer = await context.ask(
    `This deletes what ${links} ${links === 1 ? 'link holds' : 'links hold'}, for good. ` +
      `To go on, type the name of the project, ${JSON.stringify(name)}: `,
  )
  if (answer.trim() !== name) throw new AdminError('That is not its name, so nothing was deleted.')
}

/** Counts keys that haven't expired. */
async function countKeys({ store, project }: FoundProject): Promise<number> {
  const keys = await store.listKeys(project.id)
  return keys.filter(({ expiresAt }) => Date.now() < (expiresAt ?? Infinity)).length
}
