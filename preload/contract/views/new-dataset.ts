import { z } from 'zod';

export const maxDatasetNameChars = 255;
export const maxDatasetDescriptionChars = 2000;

/** A dataset that is created with its upload. */
export const newDataset = z.object({
  name: z.string().trim().min(1).max(maxDatasetNameChars),
  description: z.string().max(maxDatasetDescriptionChars).nullable(),
});
