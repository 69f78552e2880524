import type { libraryCalls } from '../../contract/calls/library.ts'
import { fail, ok } from '../../contract/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { Copies } from '../library/copies.ts'
import type { Remote } from '../library/thread/messages.ts'

interface Parts {
  copies: Remote<Copies>
  reloadServices: () => Promise<void>
}

export function libraryHandlers({
  copies,
  reloadServices,
}: Parts): Pick<Handlers, keyof typeof libraryCalls> {
  return {
    'library.backups': async () => ok(await copies.list()),
    'library.restore': async ({ backup }) => {
      const links = await copies.restore(backup)
      if (links === null) return fail({ code: 'backup_not_usable' })
      await reloadServices()
      return ok({ links })
    },
  }
}
