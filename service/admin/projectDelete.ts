import { recordAction } from './auditLog.ts'
import { AdminError, type CommandRow, type Context } from './command.ts'
import { countLinks, deleteProject } from './deletion.ts'
import { flagOption } from './options.ts'
import { findAnyProject, type FoundProject } from './projects.ts'

export const projectDeleteCommands: CommandRow[] = [
  {
    name: 'project delete',
    access: ({ dryRun }) => (dryRun === true ? 'read' : 'write'),
    operands: ['PROJECT'],
    summary: 'Permanently deletes a project and the contents of its links, after confirmation.',
    details: [
      'Its keys stop working within a second. Only the paths of its links are kept, so that they are never reused: visitors see',
      'the page of a deactivated link (410). The visits and the history of the links are deleted. The id and name of the project',
      'are kept. To confirm, you type the name of the project. Repeat the command to finish an interrupted deletion. Earlier',
      'backups still contain everything: see docs/operating/projects.md.',
    ],
    options: [
      flagOption('dry-run', 'shows what would be deleted, and deletes nothing.'),
      flagOption('yes', 'skips the confirmation, for scripts.'),
    ],
    run: async (context, { operands: [id = ''], options }) => {
      const { openStore, print } = context
      const target = await findAnyProject(openStore, id)
      const { id: project, name } = target.project
      if (options['dryRun'] === true) {
        const links = await countLinks(target.store, project)
        print({ project, name, dry_run: true, keys: await countKeys(target), links })
        return
      }
      if (options['yes'] !== true) await confirmDeletion(context, target)
      await recordAction(target.store, 'project delete', { project })
      print({ project, name, ...(await deleteProject(target.store, target.project)) })
    },
  },
]

async function confirmDeletion(
  context: Context,
  { store, project: { id, name } }: FoundProject,
): Promise<void> {
  const links = await countLinks(store, id)
  const answer = await context.ask(
    `This permanently deletes the contents of ${links} ${links === 1 ? 'link' : 'links'}. ` +
      `To confirm, type the name of the project, ${JSON.stringify(name)}: `,
  )
  if (answer.trim() !== name) throw new AdminError('The name does not match. Nothing was deleted.')
}

/** Counts keys that haven't expired. */
async function countKeys({ store, project }: FoundProject): Promise<number> {
  const keys = await store.listKeys(project.id)
  return keys.filter(({ expiresAt }) => Date.now() < (expiresAt ?? Infinity)).length
}
