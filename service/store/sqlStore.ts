import { createAuditLog } from './projects/auditLog.ts'
import { createInvitationStore, type Redemption } from './projects/invitationStore.ts'
import { keyColumns, projectColumns } from './schema/columns.ts'
import type { ColumnsOf, Param, Value } from './schema/columns.ts'
import { createChangeStore, type ChangeValues } from './links/changeStore.ts'
import { createLinkList } from './links/linkList.ts'
import type { EarlierCreate, LinkOwner, LinkRow, StoredLink } from './links/links.ts'
import { setLinkActive } from './links/linkSwitch.ts'
import { createOwnPathReader } from './links/ownPaths.ts'
import { toEarlierCreate, toKey, toLinkRow, toProject } from './schema/rows.ts'
import { createRuleStore } from './projects/rules.ts'
import type { Row, StatementRunner } from './schema/selection.ts'
import type { SharedStatement } from './statements.ts'
import type { KeyPermissions, Project, ProjectKey } from './projects/project.ts'
import type { Store } from './store.ts'
import { createTermStore } from './projects/termStore.ts'
import { createVisitStore, type VisitWrites } from './visits/visitStore.ts'

/** Statements that both engines have. */
type CommonStatement = SharedStatement | 'eraseLinks'

/** What an engine's store does with the statements that both engines have. */
export abstract class SqlStore implements Partial<Store> {
  readonly #runner: StatementRunner<CommonStatement> = {
    read: (name, params) => this.readAll(name, params, (row) => row),
    write: (name, params) => this.write(name, params),
  }
  readonly ownPaths = createOwnPathReader(this.#runner.read)
  readonly list = createLinkList(this.#runner.read)
  readonly terms = createTermStore(this.#runner)
  readonly auditLog = createAuditLog(this.#runner)
  readonly rules = createRuleStore(this.#runner)
  readonly changes = createChangeStore({ ...this.#runner, apply: (values) => this.applyChange(values) })
  readonly invitations = createInvitationStore({
    ...this.#runner,
    redeem: (redemption) => this.redeem(redemption),
  })

  readonly visits = createVisitStore(this.#runner, {
    add: (batch) => this.visitWrites.add(batch),
    put: (rows) => this.visitWrites.put(rows),
    putReferrers: (rows) => this.visitWrites.putReferrers(rows),
  })

  abstract findLink(key: string): Promise<StoredLink | null>

  protected abstract readAll<T>(name: CommonStatement, params: Param[], parse: (row: Row) => T): Promise<T[]>
  /** Resolves to the number of changed rows, after the commit. */
  protected abstract write(name: CommonStatement, params: Param[]): Promise<number>
  /** As in the parts of `createChangeStore` and `createInvitationStore`. */
  protected abstract applyChange(values: ChangeValues): Promise<boolean>
  protected abstract readonly visitWrites: VisitWrites
  protected abstract redeem(redemption: Redemption): Promise<number>

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

  expireKeys(project: string, expiresAt: number, hashes: string[] | null, name?: string): Promise<number> {
    return this.write('expireKeys', [expiresAt, project, hashes, name ?? null])
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
