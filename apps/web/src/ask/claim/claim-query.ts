import { getEligibility } from '@mandate/sdk';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../service/client.ts';
import { whenOf } from '../question/moments.ts';
import type { ClaimQuestion } from './read-claim.ts';

export const claimQuery = (question: ClaimQuestion) =>
  queryOptions({
    queryKey: ['claim', { ...question, tokenId: String(question.tokenId), min: String(question.min) }],
    queryFn: ({ signal }) => {
      const { rightsText: _, moment, ...asked } = question;
      return getEligibility(client, { ...asked, ...(moment && whenOf(moment)), signal });
    },
    staleTime: 0,
    gcTime: 0,
  });
