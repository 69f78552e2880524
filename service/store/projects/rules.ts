import { namesOf } from '../../../contract/service/link/fields.ts'
import { column, valuesOf, type ColumnsOf } from '../schema/columns.ts'
import { createObjectReader, type Row, type StatementRunner } from '../schema/selection.ts'
import { insertInto, listColumns, overwriteColumns } from '../schema/sql.ts'

/** The rules of a project, as its operator set them. */
export interface ProjectRules {
  project: string
  /** The text of the shared file, as `writeSharedFile` writes it; `null` after it was removed. */
  content: string | null
  /** When they were set or removed, in milliseconds since 1970. */
  setAt: number
}

export const ruleColumns = {
  project_id: column('text', 'project'),
  content: column('textOrNull', 'content'),
  set_at: column('integer', 'setAt'),
} as const satisfies ColumnsOf<ProjectRules>

const names = namesOf(ruleColumns)
const toRules: (row: Row) => ProjectRules = createObjectReader(ruleColumns)

export const ruleStatements = {
  findRules: `SELECT ${listColumns(names)} FROM project_rules WHERE project_id = ?1`,
  putRules: `${insertInto('project_rules', names)}
    ON CONFLICT (project_id) DO UPDATE SET ${overwriteColumns(names, 'project_id')}
    WHERE project_rules.set_at < excluded.set_at`,
} as const

/** Stores the rules that a project's clients read. Same code for every engine. */
export function createRuleStore({ read, write }: StatementRunner<'findRules', 'putRules'>) {
  return {
    /** Resolves to `null` if the project never had any. */
    find: async (project: string) => {
      const [row] = await read('findRules', [project])
      return row ? toRules(row) : null
    },
    /** Stores rules unless the stored ones have the same or a later time. Resolves to whether they were stored. */
    put: async (rules: ProjectRules) => (await write('putRules', valuesOf(ruleColumns, rules))) === 1,
  }
}
