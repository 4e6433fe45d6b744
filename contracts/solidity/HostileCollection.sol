// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import "./Collection.sol";

/// A collection that lies about its lists and balances as it is told to: for tests only.
contract HostileCollection is Collection {
    enum Mode {
        Honest,
        RepeatsIds,
        ListsIdsOfOthers,
        ListsIdsOfNobody,
        Reverts,
        BurnsGas,
        ReturnsTooLittle,
        ReturnsTooMuch,
        ClaimsEndlessLists,
        PointsElsewhere,
        BalancesTooLow,
        BalancesTooHigh,
        BalancesHuge,
        BalancesRevert
    }

    uint256 private constant END = 64;
    Mode public mode;
    bool public isEnumerable;

    function behave(Mode mode_, bool isEnumerable_) external {
        mode = mode_;
        isEnumerable = isEnumerable_;
    }

    function balanceOf(address owner) public view override returns (uint256) {
        if (mode == Mode.BalancesTooLow) return balances[owner] / 2;
        if (mode == Mode.BalancesTooHigh) return balances[owner] + 1;
        if (mode == Mode.BalancesHuge) return type(uint256).max;
        require(mode != Mode.BalancesRevert, "HostileCollection: told to revert");
        return balances[owner];
    }

    function tokenOfOwnerByIndex(address owner, uint256 index) external view returns (uint256) {
        misbehave();
        uint256[] memory ids = list(owner, 0, END);
        return ids[mode == Mode.BalancesHuge ? index % ids.length : index];
    }

    function tokensOfOwnerIn(address owner, uint256 start, uint256 stop) external view returns (uint256[] memory) {
        misbehave();
        return list(owner, start, stop);
    }

    function supportsInterface(bytes4 id) public view override returns (bool) {
        return super.supportsInterface(id) || (isEnumerable && id == 0x780e9d63);
    }

    function list(address owner, uint256 start, uint256 stop) private view returns (uint256[] memory ids) {
        if (stop > END) stop = END;
        ids = new uint256[](balances[owner]);
        uint256 count;
        for (uint256 id = start; id < stop && count < ids.length; ++id) {
            if (mode == Mode.ListsIdsOfNobody) ids[count++] = END + id;
            else if ((owners[id] == owner) != (mode == Mode.ListsIdsOfOthers) && owners[id] != address(0)) ids[count++] = id;
        }
        if (mode == Mode.RepeatsIds) for (uint256 i = 1; i < count; ++i) ids[i] = ids[0];
        assembly ("memory-safe") {
            mstore(ids, count)
        }
    }

    function misbehave() private view {
        require(mode != Mode.Reverts, "HostileCollection: told to revert");
        if (mode == Mode.BurnsGas) while (true) {}
        if (mode == Mode.ReturnsTooLittle) assembly ("memory-safe") { return(0, 31) }
        if (mode == Mode.ReturnsTooMuch) assembly ("memory-safe") { return(0x80, 100000) }
        if (mode == Mode.ClaimsEndlessLists)
            assembly ("memory-safe") {
                mstore(0, 0x20)
                mstore(0x20, not(0))
                return(0, 0x40)
            }
        if (mode == Mode.PointsElsewhere)
            assembly ("memory-safe") {
                mstore(0, 0x40)
                mstore(0x20, 1)
                mstore(0x40, 1)
                return(0, 0x60)
            }
    }
}
