import { createAuditLog, type AuditLog } from './projects/auditLog.ts'
import { keyColumns, projectColumns, type ColumnsOf, type Value } from './schema/columns.ts'
import { createLinkList, type LinkList } from './links/linkList.ts'
import type { LinkOwner, LinkRow, OwnPathReader, StoredLink } from './links/links.ts'
import { setLinkActive } from './links/linkSwitch.ts'
import { createOwnPathReader } from './links/ownPaths.ts'
import type { TermStore } from './projects/projectTerms.ts'
import { toEarlierCreate, toKey, toLinkRow, toProject } from './schema/rows.ts'
import { createRuleStore, type RuleStore } from './projects/rules.ts'
import type { Row } from './schema/selection.ts'
import type { SharedStatement } from './statements.ts'
import type { KeyPermissions, Project, ProjectKey } from './projects/project.ts'
import type { EarlierCreate } from './links/links.ts'
import type { Store } from './store.ts'
import { createTermStore } from './projects/termStore.ts'

/** What an engine's store does with the statements that both engines have. */
export abstract class SqlStore implements Partial<Store> {
  readonly #read = (name: SharedStatement, params: Value[]) => this.readAll(name, params, (row) => row)
  readonly #write = (name: SharedStatement, params: Value[]) => this.write(name, params)
  readonly ownPaths: OwnPathReader = createOwnPathReader(this.#read)
  readonly list: LinkList = createLinkList(this.#read)
  readonly terms: TermStore = createTermStore({ read: this.#read, write: this.#write })
  readonly auditLog: AuditLog = createAuditLog({ read: this.#read, write: this.#write })
  readonly rules: RuleStore = createRuleStore({ read: this.#read, write: this.#write })
  abstract readonly changes: Store['changes']
  abstract findLink(key: string): Promise<StoredLink | null>

  protected abstract readAll<T>(name: SharedStatement, params: Value[], parse: (row: Row) => T): Promise<T[]>
  /** Resolves to the number of changed rows, after the commit. */
  protected abstract write(name: SharedStatement, params: Value[]): Promise<number>

  setLinkActive(key: string, active: boolean, now: number): Promise<boolean> {
    return setLinkActive(this, key, active, now)
  }

  async findRepeated({ project, environment }: LinkOwner, key: string): Promise<EarlierCreate | null> {
    const [use] = await this.readAll('findIdempotencyUse', [project, environment, key], toEarlierCreate)
    return use ?? null
  }

  async releaseIdempotencyKey({ project, environment }: LinkOwner, key: string, before: number) {
    await this.write('releaseIdempotencyKey', [project, environment, key, before])
  }

  scanLinks(after: number, limit: number): Promise<LinkRow[]> {
    return this.readAll('scanLinks', [after, limit], toLinkRow)
  }

  async insertProject(project: Project): Promise<void> {
    await this.write('insertProject', valuesOf(projectColumns, project))
  }

  async putProject(project: Project): Promise<void> {
    await this.write('putProject', valuesOf(projectColumns, project))
  }

  listProjects(): Promise<Project[]> {
    return this.readAll('listProjects', [], toProject)
  }

  async findProject(id: string): Promise<Project | null> {
    const [project] = await this.readAll('findProject', [id], toProject)
    return project ?? null
  }

  async setProjectActive(id: string, active: boolean): Promise<boolean> {
    return (await this.write('setProjectActive', [active, id])) === 1
  }

  async setProjectChanges(id: string, off: boolean): Promise<boolean> {
    return (await this.write('setProjectChanges', [off, id])) === 1
  }

  async insertKey(key: ProjectKey): Promise<void> {
    await this.write('insertKey', valuesOf(keyColumns, key))
  }

  async putKey(key: ProjectKey): Promise<void> {
    await this.write('putKey', valuesOf(keyColumns, key))
  }

  listKeys(project: string): Promise<ProjectKey[]> {
    return this.readAll('listKeys', [project], toKey)
  }

  allowKeys(project: string, name: string, { mayList, mayInvite }: Partial<KeyPermissions>): Promise<number> {
    return this.write('allowKeys', [mayList ?? null, mayInvite ?? null, project, name, Date.now()])
  }

  async touchKey(hash: string, usedAt: number, intervalMs: number): Promise<void> {
    await this.write('touchKey', [usedAt, hash, usedAt - intervalMs, usedAt + intervalMs])
  }
}

function valuesOf<T>(columns: ColumnsOf<T>, stored: T): Value[] {
  return Object.values(columns).map(({ get }) => get(stored))
}
