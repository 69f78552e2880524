import type { App } from 'electron'
import type { LongWork } from '../../core/longWork.ts'
import type { Question } from './check.ts'

interface Parts {
  app: Pick<App, 'moveToApplicationsFolder'>
  ask: (question: Question) => Promise<boolean>
  longWork: Pick<LongWork, 'quitWarning'>
}

const detail =
  'Linkwright can only update itself from the Applications folder. It moves there, keeps your links, and starts again. A copy that is there already goes to the Trash.'

/**
 * Offers to move the app to Applications if it runs from a disk image, from Downloads or from anywhere else. macOS may run such a
 * copy from a read-only folder, where Squirrel.Mac can't replace it (electron-builder#8914). Moving quits the app and starts it again.
 */
export async function offerMove({ app, ask, longWork }: Parts): Promise<void> {
  const agreed = await ask({
    message: 'Move Linkwright to Applications first',
    detail,
    agree: 'Move to Applications',
  })
  if (!agreed) return
  const loss = longWork.quitWarning()
  if (loss !== null) {
    await ask({ message: loss.message, detail: 'Wait until it finishes, then try again.', agree: null })
    return
  }
  try {
    // `false` if the person cancelled macOS's question for a password.
    app.moveToApplicationsFolder()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    await ask({
      message: 'Linkwright couldn’t be moved',
      detail: `Drag it to Applications in the Finder. ${reason}`,
      agree: null,
    })
  }
}
