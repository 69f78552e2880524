import { expect, it } from 'vitest'
import { runInterleavings } from '../service/api/interleavings.ts'
import { startTestService } from '../service/testService.ts'

it('two people who change one link 10,000 times never overwrite a change they have not seen', async () => {
  const service = await startTestService()
  await expect(runInterleavings(service, 10_000)).resolves.toBeUndefined()
  await service.stop()
}, 1_800_000)
