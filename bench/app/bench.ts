import type { Figure, Options } from '../measuring.ts'
import { measureOpening } from './opening.ts'
import { openUsedStage } from './stage.ts'
import { measureTyping } from './typing.ts'

/** Measures the built window in a real Chromium: opening it, and typing in each kind of field. */
export async function* measure({ quick }: Options): AsyncGenerator<Figure[]> {
  await using stage = await openUsedStage()
  yield [await measureOpening(stage, quick ? 5 : 15, 1_000)]
  yield await measureTyping(stage, quick ? 100 : 500)
}
