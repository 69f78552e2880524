import { recordAction } from './auditLog.ts'
import { AdminError, type CommandRow, type Context } from './command.ts'
import { eraseLinks } from '../links/erase.ts'
import { findLink, pathOperandNote } from './links.ts'
import { flagOption } from './options.ts'

/** Erases one link on a person's request (decision 29). */
export const linkEraseCommand: CommandRow = {
  name: 'link erase',
  operands: ['PATH'],
  access: 'write',
  summary: 'Permanently erases what is stored about a link, except its path, after confirmation.',
  details: [
    pathOperandNote,
    'The content, visits and history of the link are deleted, and its idempotency key. Its path, id, project and times are kept,',
    'so that the path is never reused: visitors see the page of a deactivated link (410), and the API answers 404. To confirm,',
    'you type the path. Repeat the command to finish an interrupted one. Earlier backups, copies and exports still contain',
    'everything: see docs/operating/projects.md.',
  ],
  options: [flagOption('yes', 'skips the confirmation, for scripts.')],
  run: async (context, { operands: [text = ''], options }) => {
    const store = await context.openStore()
    const link = await findLink(context, text)
    const { path, erasedAt } = link
    if (options['yes'] !== true && erasedAt === null) await confirm(context, path)
    await recordAction(store, 'link erase', { path })
    const { visitRows, changes } = await eraseLinks(store, [link])
    context.print({ path, erased: true, visit_rows: visitRows, changes })
  },
}

async function confirm({ ask }: Context, path: string): Promise<void> {
  const answer = await ask(
    `This permanently erases the content, visits and history of the link. To confirm, type its path, ${JSON.stringify(path)}: `,
  )
  if (answer.trim() !== path) throw new AdminError('The path does not match. Nothing was erased.')
}
