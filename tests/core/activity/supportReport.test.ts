import { expect, it } from 'vitest'
import { createSupportReport } from '../../../core/activity/supportReport.ts'
import { createRedactor } from '../../../core/redactor.ts'
import { emptySettings } from '../../../core/settings/shape.ts'

it('the support report lists the activity, however large the logos of QR codes are', () => {
  const logo = { name: 'logo.png', dataUrl: `data:image/png;base64,${'A'.repeat(1_900_000)}` }
  const style = { foreground: '#000000', background: '#ffffff', logo, logoShare: 0.2, centimetres: 3 }
  const { text } = createSupportReport({
    ...{ version: '1.2.3', notices: [], bugs: '', entries: [], redactor: createRedactor() },
    settings: { ...emptySettings, qrStyles: { one: style, two: style, three: style } },
    keyStore: { kind: 'memory', name: 'memory of this app', reason: null },
  })
  expect(text).toContain('# Activity')
  expect(text.length).toBeLessThan(10_000)
})
