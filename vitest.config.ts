import { defineConfig } from 'vitest/config'

/** Files run in parallel: those of the browser two at a time, since each brings a Chromium and an app of its own, and after the rest. Attacks (`npm run test:attack`) stand apart. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          globalSetup: 'tests/builtFirst.ts',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/browser/**', 'tests/attack/**'],
          environment: 'node',
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'browser',
          globalSetup: 'tests/builtFirst.ts',
          include: ['tests/browser/**/*.test.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        test: {
          name: 'attack',
          globalSetup: 'tests/builtFirst.ts',
          include: ['tests/attack/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
