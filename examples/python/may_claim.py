"""May a wallet claim? Prints yes, no or unknown. Standard library only, Python 3.8 or newer.

    python3 examples/python/may_claim.py [WALLET [CONTRACT [CHAIN]]]

Exit codes: 0 yes, 1 no, 2 unknown, 3 wrong use.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from enum import Enum
from typing import Dict, Tuple

URL = os.environ.get("MANDATE_URL", "http://localhost:8080")
API_KEY = os.environ.get("MANDATE_API_KEY")
ATTEMPTS = 3
TIMEOUT_S = 10
MAX_WAIT_S = 15

MIRA = "0x0Fc4877012AE7e84f9226B7E1F70dF18aA9AEf2d"  # a hot wallet of the sample world
NIGHT_TRAMS = "0x07f64dAF933D7182Ed58680C06eB06160A5e59D9"


class Verdict(Enum):
    """Three values: an answer that could not be had is neither a yes nor a no."""

    YES = 0
    NO = 1
    UNKNOWN = 2

    def __bool__(self) -> bool:
        raise TypeError("Compare with Verdict.YES or Verdict.NO: unknown is not a no.")


@dataclass
class Answer:
    verdict: Verdict
    why: str
    holders: Dict[str, int]  # record what you give per holder, not per visitor


class Refused(Exception):
    """The request itself is wrong: asking again does not help."""


def get(path: str, parameters: Dict[str, str]) -> Tuple[int, dict]:
    """Returns the answer. Asks again when the service is busy, and waits as long as it says."""
    query = urllib.parse.urlencode(parameters)
    headers = {"X-API-KEY": API_KEY} if API_KEY else {}
    request = urllib.request.Request(f"{URL}{path}?{query}", headers=headers)
    for attempt in range(1, ATTEMPTS + 1):
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_S) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as error:
            wait_s = float(error.headers.get("Retry-After") or attempt)
            if error.code not in (429, 502, 503, 504) or attempt == ATTEMPTS or wait_s > MAX_WAIT_S:
                return error.code, json.load(error)
            time.sleep(wait_s)
    raise AssertionError("The last attempt returns.")


def may_claim(wallet: str, contract: str, chain_id: int = 1) -> Answer:
    asked = {"wallet": wallet, "contract": contract, "chainId": str(chain_id)}
    try:
        status, body = get("/eligibility", asked)
        if status == 400:
            raise Refused(body["detail"])
        if status != 200:
            return Answer(Verdict.UNKNOWN, f"{body['code']}: {body['detail']}", {})
        if body["block"]["chainId"] != chain_id:
            raise ValueError("the answer is about another chain")
        holders = {holder["address"]: int(holder["balance"]) for holder in body["holders"]}
        if body["eligible"] is None:
            return Answer(Verdict.UNKNOWN, " ".join(part["detail"] for part in body["unknown"]), holders)
        if not isinstance(body["eligible"], bool):
            raise ValueError("eligible is not a boolean")
        verdict = Verdict.YES if body["eligible"] else Verdict.NO
        return Answer(verdict, f"at block {body['block']['number']} of chain {chain_id}", holders)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        # No connection, or something else than the service answered.
        return Answer(Verdict.UNKNOWN, f"No answer from {URL}: {error!r}", {})


def main() -> int:
    wallet, contract, chain_id = (sys.argv[1:] + [MIRA, NIGHT_TRAMS, "1"][len(sys.argv) - 1 :])[:3]
    try:
        answer = may_claim(wallet, contract, int(chain_id))
    except (Refused, ValueError) as error:
        print(error, file=sys.stderr)
        return 3
    print(f"{answer.verdict.name.lower()}: {answer.why}")
    for address, balance in answer.holders.items():
        print(f"  {address} {balance}")
    return answer.verdict.value


if __name__ == "__main__":
    sys.exit(main())
